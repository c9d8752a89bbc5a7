// 40 power cuts while a service is at work, 20 s. POWER_CUTS=2000 tries more moments.
import { open, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { type PowerCut, type RecordingDisk, recordingDisk } from './power/recording-disk.ts'
import { ask, askAll, type Answers } from '../support/store/store-answers.ts'
import { contentsOf, digestOf } from './store/contents.ts'
import { firstDelivery, runDelivery } from '../support/store/deliveries.ts'
import { Findings } from './store/findings.ts'
import { openService, type OpenService } from '../support/store/open-service.ts'
import { collectGarbage } from '../support/collect-garbage.ts'
import { randomOf } from '../support/seed.ts'

const CUTS = Number(process.env['POWER_CUTS'] ?? 40)
const IMPORTS = 8

/** Something that was asked for at one moment and acknowledged at another. */
interface Deed<Result> {
  from: number
  until: number
  result: Result
}

async function timed<Result>(
  disk: RecordingDisk,
  work: () => Promise<Result>,
): Promise<Deed<Result>> {
  const from = disk.now()
  const result = await work()
  return { from, until: disk.now(), result }
}

/** Whether a disk must have it after a cut at this moment, must not, or may. */
function hasHappened({ from, until }: Deed<unknown>, at: number): boolean | 'perhaps' {
  return at >= until ? true : at <= from ? false : 'perhaps'
}

t.test('the disk of these tests loses exactly the writes that were not synced', async t => {
  const disk = await recordingDisk(t)
  if (disk === undefined) return
  const from = disk.now()
  const text = 'text'.repeat(1000)
  const deeds = new Map<string, Deed<void>>()
  for (let index = 0; index < 10; index++) {
    for (const sync of [false, true]) {
      const name = `${sync ? 'synced' : 'unsynced'}-${index}`
      deeds.set(name, await timed(disk, () => publish(disk.dir, name, text, sync)))
    }
  }
  const to = disk.now()
  await disk.stop()

  const lost = { synced: 0, unsynced: 0 }
  for await (const cut of disk.cuts({ from, to, count: 40, random: randomOf() })) {
    const names = new Set(await readdir(cut.dir))
    for (const [name, deed] of deeds) {
      if (hasHappened(deed, cut.at) !== true) continue
      const kept = names.has(name) && (await readFile(join(cut.dir, name), 'utf8')) === text
      if (!kept) lost[name.startsWith('synced') ? 'synced' : 'unsynced']++
    }
  }
  t.equal(
    lost.synced,
    0,
    'a file that was synced before its rename, and its folder after it, is there whole',
  )
  t.ok(
    lost.unsynced > 0,
    `a file that was only renamed is missing or empty: ${lost.unsynced} times`,
  )
})

/** Writes a file aside and renames it; with `sync` as a program must. */
async function publish(dir: string, name: string, text: string, sync: boolean): Promise<void> {
  const path = join(dir, name)
  await writeFile(`${path}.new`, text, { flush: sync })
  await rename(`${path}.new`, path)
  if (!sync) return
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** What was done on the disk, and what it answered since. */
interface History {
  from: number
  to: number
  /** By the store's version: the import that made it, and the answers of this version. */
  versions: { deed: Deed<unknown>; answers: Answers }[]
  keys: { created: Deed<{ id: string; key: string }>; revoked?: Deed<boolean> }[]
  users: Deed<{ email: string }>[]
}

t.test('a power cut at any moment leaves the old result, the new one or 503', async t => {
  const disk = await recordingDisk(t)
  if (disk === undefined) return
  const history = await work(disk)
  await disk.stop()

  const findings = new Findings()
  const [seen, imported] = [new Set<string>(), new Set<string>()]
  let cuts = 0
  for await (const cut of disk.cuts({
    from: history.from,
    to: history.to,
    count: CUTS,
    random: randomOf(),
  })) {
    cuts++
    const files = [...(await contentsOf(join(cut.dir, 'data')).catch(() => []))]
    // The same files with the same promises need no second look.
    const state = digestOf(JSON.stringify([files, owed(history, cut.at)]))
    if (seen.has(state)) continue
    seen.add(state)
    const data = digestOf(
      JSON.stringify(files.filter(([path]) => !/^(records|spool)\//.test(path))),
    )
    /** An import reads these files and the catalog only. */
    const mayImport = (version: number | undefined): boolean => {
      const before = imported.size
      return imported.add(`${version} ${data}`).size > before
    }
    await inspect(history, cut, findings, mayImport).catch((error: unknown) =>
      findings.add('the service does not start', placed(cut, String(error))),
    )
    // The next disk has the same numbers of files: what is open of this one would be taken for those.
    await collectGarbage()
  }
  t.equal(cuts, CUTS, 'as many cuts as asked for')
  t.ok(
    seen.size > CUTS / 4,
    `${seen.size} of ${cuts} states differ, ${imported.size} of them to an import`,
  )
  findings.none(t, 'nothing else was seen')
})

/** A service at work: imports beside changes of keys and users, and files built of each version. */
async function work(disk: RecordingDisk): Promise<History> {
  const from = disk.now()
  const service = await openService(join(disk.dir, 'data'))
  const start = { from, until: disk.now(), result: undefined }
  const history: History = {
    from,
    to: from,
    versions: [{ deed: start, answers: await askAll(service.server) }],
    keys: [],
    users: [],
  }
  for (let id = 1; id <= IMPORTS; id++) {
    const [deed] = await Promise.all([
      timed(disk, () => service.load(id === 1 ? firstDelivery() : runDelivery(id))),
      changeRecords(disk, service, history, id),
    ])
    service.passSecond()
    history.versions.push({ deed, answers: await askAll(service.server) })
  }
  history.to = disk.now()
  await service.stop()
  await collectGarbage()
  return history
}

async function changeRecords(
  disk: RecordingDisk,
  { keys, users }: OpenService,
  history: History,
  id: number,
): Promise<void> {
  for (const part of [1, 2, 3]) {
    const created = await timed(disk, () =>
      keys.create({ companyId: 1, name: `key ${id}.${part}` }),
    )
    const last = history.keys.at(-1)
    history.keys.push({ created })
    history.users.push(
      await timed(disk, () =>
        users.invite({ companyId: 1, email: `user-${id}-${part}@example.com` }),
      ),
    )
    if (last !== undefined && part !== 1)
      last.revoked = await timed(disk, () => keys.revoke(last.created.result.id))
  }
}

/** What a disk must have, and what it may have, at a moment. */
function owed({ versions, keys, users }: History, at: number): unknown {
  const known = (deed: Deed<unknown> | undefined) => deed && hasHappened(deed, at)
  return [
    versions.map(({ deed }) => known(deed)),
    keys.map(({ created, revoked }) => [known(created), known(revoked)]),
    users.map(known),
  ]
}

function placed({ at, cache }: PowerCut, text: string): string {
  return `byte ${at} of the log, ${cache === 'none' ? 'no write cache' : 'a write cache lost'}: ${text}`
}

async function inspect(
  history: History,
  cut: PowerCut,
  findings: Findings,
  mayImport: (version: number | undefined) => boolean,
): Promise<void> {
  const add = (kind: string, example: string) => findings.add(kind, placed(cut, example))
  const service = await openService(join(cut.dir, 'data'))
  try {
    const version = await compareAnswers(history, cut, service, add)
    await compareRecords(history, cut, service, add)
    const secret = await readFile(join(cut.dir, 'data', 'export-secret'), 'utf8')
    if (secret.length < 32) add('export-secret is short', JSON.stringify(secret))
    if (!mayImport(version)) return
    const summary = await service
      .load(version === 0 ? firstDelivery() : runDelivery(IMPORTS + 1))
      .catch((error: unknown) => String(error))
    if (typeof summary === 'string') return add('the next import fails', summary)
    if (version !== undefined && summary.version <= version)
      add('the next import has an old version', String(summary.version))
    service.passSecond()
    const run = String(2 * (version === 0 ? 1 : IMPORTS + 1) - 1)
    for (const [url, { status, headers }] of await askAll(service.server)) {
      if (
        status !== 200 ||
        ('run-id' in headers && ![run, String(Number(run) + 1)].includes(headers['run-id']))
      )
        add(`after the next import: ${status} ${url}`, JSON.stringify(headers))
    }
  } finally {
    await service.stop()
  }
}

/** Asks twice, since the first time may rebuild files. Returns the served version. */
async function compareAnswers(
  { versions }: History,
  cut: PowerCut,
  { server }: OpenService,
  add: (kind: string, example: string) => void,
): Promise<number | undefined> {
  const candidates = versions.flatMap(({ deed }, version) => {
    const next = versions[version + 1]
    const mayBeServed =
      hasHappened(deed, cut.at) !== false &&
      (next === undefined || hasHappened(next.deed, cut.at) !== true)
    return mayBeServed || (version === 0 && hasHappened(deed, cut.at) === false) ? [version] : []
  })
  const ready = await ask(server, '/readyz')
  if (ready.status !== 200) add('not ready', ready.text)
  let served: number | undefined
  for (const time of ['first', 'second']) {
    for (const [url, answer] of await askAll(server)) {
      const matching = candidates.filter(
        version => versions[version]!.answers.get(url)!.digest === answer.digest,
      )
      if (matching.length === 0) {
        if (answer.status !== 503)
          add(
            `wrong answer, ${time} time: ${answer.status} ${url}`,
            `${answer.text}, not of version ${candidates.join(' or ')}`,
          )
        else add(`503, ${time} time: ${url}`, answer.text)
      } else if (served !== undefined && !matching.includes(served)) {
        add(`answers of two versions: ${url}`, `${matching.join()} and ${served}`)
      }
      if (matching.length === 1) served ??= matching[0]
    }
  }
  return served
}

async function compareRecords(
  { keys, users }: History,
  cut: PowerCut,
  service: OpenService,
  add: (kind: string, example: string) => void,
): Promise<void> {
  const noted = new Set<string>()
  for await (const { action, target } of service.storage.audit.entries())
    noted.add(`${action} ${target}`)
  for (const { created, revoked } of keys) {
    const { id, key } = created.result
    const { status } = await ask(service.server, '/v1/apps', key)
    const isCreated = hasHappened(created, cut.at)
    const isRevoked = revoked === undefined ? false : hasHappened(revoked, cut.at)
    if (isCreated === true && isRevoked === false && status !== 200)
      add('a created key is refused', `${id}: ${status}`)
    if ((isRevoked === true || isCreated === false) && status !== 401)
      add('a revoked key is let in', `${id}: ${status}`)
    if (![200, 401].includes(status)) add(`a key is answered ${status}`, id)
    if (isCreated === true && !noted.has(`key.created key:${id}`))
      add('the audit log lacks a created key', id)
    if (isRevoked === true && !noted.has(`key.revoked key:${id}`))
      add('the audit log lacks a revoked key', id)
  }
  const invited = new Set((await service.users.list()).map(({ email }) => email))
  for (const user of users) {
    if (hasHappened(user, cut.at) === true && !invited.has(user.result.email))
      add('an invited user is missing', user.result.email)
  }
}
