import { operator } from '../../server/core/access/audit.ts'
import type { Storage, Verification } from '../../server/store/facts/common/storage.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { formatTable, megabytes } from '../../server/core/runtime/table.ts'
import { command, flag } from './command.ts'
import type { Output } from './output.ts'

export const VERIFY_JSON =
  'print {version, files, bytes, repaired, findings: [{kind, file, problem, advice}]} as JSON'

export const verify = command({
  name: 'verify',
  description:
    'check the whole store: catalog, data files, keys, users, audit log; exits with 1 if it is damaged',
  parameters: { repair: flag('repair the store while no service runs; deletes nothing') },
  json: VERIFY_JSON,
  inStore: ({ repair }, storage, { config, progress }) =>
    verifyStorage(config, storage, { repair, list: false, print: progress }),
})

export async function verifyStorage(
  { exportSecret: secret }: Config,
  storage: Storage,
  { repair, list, print }: { repair: boolean; list: boolean; print: Print },
): Promise<Output> {
  if (storage.verify === undefined) throw new Error('this store cannot be verified')
  const verification = await storage.verify({ repair, list, print, secret })
  const { repaired, findings } = verification
  if (repaired.length > 0) {
    const details = { did: repaired.slice(0, MAX_LOGGED), count: repaired.length }
    await storage.audit.append({
      action: 'store.repaired',
      actor: operator(),
      target: 'store',
      details,
    })
  }
  return {
    json: verification,
    ...describeVerification(verification, repair),
    exitCode: findings.some(({ kind }) => kind === 'damage') ? 1 : 0,
  }
}

/** Maximum entries logged at once: each is one row. */
const MAX_LOGGED = 100

function describeVerification(
  { version, files, bytes, findings, repaired }: Verification,
  repair: boolean,
): Output {
  const damages = findings.filter(({ kind }) => kind === 'damage')
  const checked = `${files} data files (${megabytes(bytes)} MB), keys, users and the audit log`
  const at = version === null ? 'no readable catalog' : `data version ${version}`
  const advice = [...new Set(findings.map(finding => finding.advice))].map(advice => {
    const of = findings.filter(finding => finding.advice === advice).map(finding => finding.file)
    return `${of.slice(0, 3).join(', ')}${of.length > 3 ? ` and ${of.length - 3} more` : ''}: ${advice}`
  })
  return {
    lines: [
      ...repaired,
      ...(repair && repaired.length === 0 ? ['Nothing was repaired.'] : []),
      ...(findings.length === 0
        ? []
        : formatTable(findings.map(({ kind, file, problem }) => ({ kind, file, problem })))),
      damages.length === 0
        ? `Intact: ${at}, ${checked}.`
        : `Damaged: ${damages.length} of ${checked}; ${at}.`,
    ],
    messages: advice,
  }
}
