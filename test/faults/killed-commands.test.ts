// Commands killed at any moment, each followed by a start and requests. KILLED_COMMANDS=1000 kills as many.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { Finding } from '../../server/core/model/finding.ts'
import { RECORDS_FILE } from '../../server/store/records/records.ts'
import { alertRow, runRow } from '../reference/minimal-delivery.ts'
import { admin } from '../support/admin.ts'
import { bundle } from '../support/bundle.ts'
import { deliver } from '../support/delivery-folder.ts'
import { type Ended, spawnAdmin } from '../support/process.ts'
import { repository } from '../support/repository.ts'
import { below, randomOf } from '../support/seed.ts'
import {
  addressOf,
  copyStore,
  type Grant,
  type GrantedStore,
  grantedStore,
} from '../support/store/granted-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { elapse as sleep } from '../support/pauses.ts'
import { Findings } from './store/findings.ts'
import type { Add } from './store/inspect.ts'
import { Ledger } from './store/ledger.ts'
import type { RecordsAction } from './records-process.ts'

const KILLS = Number(process.env['KILLED_COMMANDS'] ?? 30)

const PROCESS = await bundle(join(repository, 'test/faults/records-process.ts'))

/** Kills after which a store is replaced by a new one, since each key is requested with after every kill. */
const FRESH = 40

const random = randomOf()

/** How long each command took when it was not killed, ms. */
const lasts = new Map<string, number>()

interface Spawned {
  child: { kill(signal: NodeJS.Signals): boolean; exitCode: number | null }
  ended: Promise<Ended>
}

/** Lets the first command of a kind end, and kills the others: at random, or at `moment` or soon after it. */
async function kill(
  kind: string,
  { child, ended }: Spawned,
  moment?: () => boolean,
): Promise<Ended> {
  const from = performance.now()
  const known = lasts.get(kind)
  if (known === undefined) {
    const done = await ended
    lasts.set(kind, performance.now() - from)
    if (done.code !== 0) throw new Error(`${kind}: ${done.stderr}`)
    return done
  }
  if (moment === undefined) await Promise.race([ended, sleep(known * (0.3 + 0.8 * random()))])
  else {
    while (child.exitCode === null && !moment()) await new Promise(setImmediate)
    if (random() < 0.5) await Promise.race([ended, sleep(known * 0.1 * random())])
  }
  child.kill('SIGKILL')
  return await ended
}

function spawnRecords(dir: string, action: RecordsAction, id = ''): Spawned {
  const child = spawn(process.execPath, [PROCESS, action, dir, id], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  return {
    child,
    ended: new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr }))),
  }
}

/** A store under commands, and what it must say. */
class World {
  readonly dir: string
  readonly ledger = new Ledger()
  readonly backup: string
  /** What the backup says. */
  backedUp: Ledger | undefined
  /** Runs that every `prune` removes, confirmed or killed. */
  readonly old = new Set<number>()
  #number = 100

  constructor(dir: string, { keys, revoked, logins, removed }: GrantedStore, backup: string) {
    this.dir = dir
    this.backup = backup
    for (const grant of Object.values(keys).filter(grant => grant !== keys.rival))
      this.ledger.keys.set(grant, 'in')
    this.ledger.keys.set(revoked, 'out')
    for (const { subject } of Object.values(logins)) this.ledger.users.set(subject, 'in')
    this.ledger.users.set(removed.subject, 'out')
  }

  next(): number {
    return this.#number++
  }
}

type Trial = (world: World, add: Add) => Promise<void>

const create: Trial = async ({ dir, ledger }, add) => {
  const { stdout } = await kill('create', spawnRecords(dir, 'create'))
  // Printed is confirmed, however the process ended.
  if (stdout.endsWith('}\n')) ledger.keys.set(JSON.parse(stdout) as Grant, 'in')
  await verify(dir, add)
}

const revoke: Trial = async ({ dir, ledger }, add) => {
  const valid = ledger.valid()
  const grant = valid[below(random, valid.length)]
  if (grant === undefined) return
  const { stdout } = await kill('revoke', spawnRecords(dir, 'revoke', grant.id))
  ledger.keys.set(grant, stdout === 'true\n' ? 'out' : 'either')
  await verify(dir, add)
}

const erase: Trial = async (world, add) => {
  const { dir, ledger } = world
  const name = `person-${world.next()}`
  await succeed(dir, 'users', 'invite', '--company', '1', '--email', addressOf(name))
  const args = ['users', 'erase', addressOf(name), '--yes']
  const { code } = await kill('erase', spawnAdmin(dir, args))
  ledger.users.set(name, code === 0 ? 'out' : 'either')
  if (code === 0) ledger.erased.add(name)
  await ledger.compare(dir, add)
  // An interrupted command is run again.
  if (code !== 0 && (await admin(dir, ...args)).code === 0) ledger.erased.add(name)
  ledger.users.set(name, 'out')
}

const load: Trial = async world => {
  const { dir, ledger } = world
  const run = world.next()
  const created_at = new Date().toISOString()
  const delivery = {
    runs: [runRow({ run_id: run, kind: 'alert' as const, created_at })],
    alerts: [alertRow({ run_id: run, alert_id: run, created_at })],
  }
  const folder = await deliver(t, delivery)
  const { code } = await kill('import', spawnAdmin(dir, ['import', folder]))
  ledger.runs.set(run, code === 0 ? 'in' : 'either')
}

const prune: Trial = async world => {
  const { dir, ledger } = world
  const run = world.next()
  const created_at = '2020-01-01T00:00:00.000Z'
  const delivery = {
    runs: [runRow({ run_id: run, kind: 'alert' as const, created_at })],
    alerts: [alertRow({ run_id: run, alert_id: run, created_at })],
  }
  await succeed(dir, 'import', await deliver(t, delivery))
  world.old.add(run)
  ledger.runs.set(run, 'in')
  const { code } = await kill('prune', spawnAdmin(dir, ['prune', '--keep-days', '400']))
  for (const old of world.old)
    if (code === 0) ledger.runs.set(old, 'out')
    else if (ledger.runs.get(old) === 'in') ledger.runs.set(old, 'either')
}

const backUp: Trial = async world => {
  const { dir, backup, ledger } = world
  const before = ledger.copy()
  const { code } = await kill('backup', spawnAdmin(dir, ['backup', backup]))
  // A killed one may have replaced the backup.
  world.backedUp = code === 0 ? before : undefined
}

/** Into an empty folder: after a kill nothing is served, or all of it; and the command can be repeated. */
const restore: Trial = async (world, add) => {
  const backedUp = await backupOf(world)
  const dir = join(dirname(world.dir), `restored-${world.next()}`)
  await mkdir(dir)
  const { code } = await kill('restore', spawnAdmin(dir, ['restore', world.backup]))
  if (code !== 0)
    await succeed(
      dir,
      'restore',
      world.backup,
      ...(existsSync(join(dir, RECORDS_FILE)) ? ['--replace'] : []),
    )
  await backedUp.compare(dir, add)
  await rm(dir, { recursive: true })
}

/**
 * Over a store that has changed since: half of the kills come when its records have left. A restore may bring back what was taken away since the
 * backup, and names it.
 */
const replace: Trial = async (world, add) => {
  const backedUp = await backupOf(world)
  const dir = join(dirname(world.dir), `replaced-${world.next()}`)
  await copyStore(world.dir, dir)
  const since = world.ledger.valid()
  const isGone = (): boolean => !existsSync(join(dir, RECORDS_FILE))
  const args = ['restore', world.backup, '--replace']
  const { code } = await kill(
    'restore --replace',
    spawnAdmin(dir, args),
    random() < 0.5 ? isGone : undefined,
  )
  if (code !== 0) {
    // The old store, the restored one, or none; never an empty one.
    const both = new Ledger()
    for (const grant of since) if (backedUp.keys.get(grant) === 'in') both.keys.set(grant, 'in')
    await both.compare(dir, (kind, example) => {
      if (kind !== 'no start') add(`${kind} after a killed restore`, example)
    })
    await succeed(dir, ...args)
  }
  await backedUp.compare(dir, add)
  await rm(dir, { recursive: true })
}

/** The records say what the audit log says, whatever was killed. */
async function verify(dir: string, add: Add): Promise<void> {
  const { stdout } = await admin(dir, 'verify', '--json')
  for (const { kind, file, problem } of (JSON.parse(stdout) as { findings: Finding[] }).findings) {
    if (kind === 'damage') add('verify finds damage', `${file} ${problem}`)
  }
}

/** What the newest backup says; makes one if there is none. */
async function backupOf(world: World): Promise<Ledger> {
  if (world.backedUp === undefined) {
    await succeed(world.dir, 'backup', world.backup)
    world.backedUp = world.ledger.copy()
  }
  const backedUp = world.backedUp.copy()
  // Its address is erased from the store alone.
  backedUp.erased.clear()
  return backedUp
}

async function succeed(dir: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await admin(dir, ...args)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
}

const TRIALS: Record<string, Trial> = {
  create,
  revoke,
  erase,
  import: load,
  prune,
  backup: backUp,
  restore,
  replace,
}

t.test(`${KILLS} killed commands lose nothing that was confirmed, and revive nothing`, async t => {
  const store = await grantedStore(t)
  const findings = new Findings()
  const kinds = Object.entries(TRIALS)
  const count = new Map<string, number>()
  let world: World | undefined
  for (let at = 0; at < KILLS; at++) {
    if (at % FRESH === 0 || world === undefined) {
      world = new World(await store.copy(), store, join(temporaryFolder(t, 'backup'), 'backup'))
    }
    const [kind, trial] = kinds[at % kinds.length]!
    count.set(kind, (count.get(kind) ?? 0) + 1)
    const add: Add = (what, example) => findings.add(`${what} [${kind}]`, `kill ${at}: ${example}`)
    await trial(world, add).catch((error: unknown) => add('the next command fails', String(error)))
    if (!(await world.ledger.compare(world.dir, add))) world = undefined
    else if ((at + 1) % FRESH === 0) await verify(world.dir, add)
  }
  t.comment([...count].map(([kind, times]) => `${kind} ${times}`).join(', '))
  findings.none(t, 'nothing was lost or revived')
})
