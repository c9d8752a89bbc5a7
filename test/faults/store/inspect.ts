import type { BaseStore } from './base-store.ts'
import { ask, askAll, type Answers } from '../../support/store/store-answers.ts'
import type { OpenService } from '../../support/store/open-service.ts'
import { readRecords } from './read-records.ts'

/** Entries that the trials add. */
const OWN_ENTRIES =
  /"action":"(import\.(loaded|refused)|store\.restored|user\.connected)(\.failed)?"/

export type Add = (kind: string, example: string) => void

/**
 * Compares a service on a damaged copy with the undamaged store: every answer is the expected one or 503, and after a 503 the service is
 * not ready.
 */
export async function inspectAnswers(
  service: OpenService,
  base: BaseStore,
  expected: Answers,
  add: Add,
): Promise<void> {
  const { server } = service
  let unavailable = 0
  const reader = await ask(server, '/v1/apps', base.keys.reader)
  // A damaged key must not hide wrong data.
  const key = reader.status === 401 ? undefined : base.keys.reader
  for (const [url, { status, content, text }] of await askAll(server, key)) {
    if (status === 503) unavailable++
    else if (content !== expected.get(url)!.content)
      add(status === 500 ? 'error 500' : `a wrong answer ${status}`, `${url}: ${text}`)
  }
  const ready = await ask(server, '/readyz')
  if (unavailable > 0 && ready.status === 200) add('ready, although answers are 503', ready.text)
}

/** Compares keys, users and the audit log: records may be missing or refused, but not altered. */
export async function inspectRecords(
  service: OpenService,
  base: BaseStore,
  expected: Answers,
  add: Add,
): Promise<void> {
  const records = await readRecords(service, base)
  for (const [name, answer] of Object.entries(records.keys)) {
    const right =
      name === 'reader' ? `200 ${expected.get('/v1/apps')!.content}` : base.records.keys[name]
    if (answer !== right && answer !== '401' && answer !== '503')
      add(answer === '500' ? 'error 500' : 'a wrong answer to a key', `the ${name} key: ${answer}`)
  }
  const isKnown = (text: string, known: readonly string[]) =>
    known.includes(text) || text.startsWith('error: ')
  for (const user of records.users)
    if (!isKnown(user, base.records.users)) add('a user who was never invited like that', user)
  if (!isKnown(records.connected, [base.records.connected, 'nobody']))
    add('a login is connected as somebody else', records.connected)
  for (const entry of records.audit) {
    if (!isKnown(entry, base.records.audit) && !OWN_ENTRIES.test(entry))
      add('an audit entry that was never made', entry)
  }
}
