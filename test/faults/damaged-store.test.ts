// About ninety damaged stores, a minute. DAMAGED_PAIRS=500 tries more pairs of damages.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { admin } from '../support/admin.ts'
import { withDelivery } from '../support/delivery-folder.ts'
import { retiredIn } from '../support/store-records.ts'
import { type Answers, askAll } from '../support/store/store-answers.ts'
import { baseStore, type BaseStore, IMPORTS, kindOf, pathsIn } from './store/base-store.ts'
import { contentsOf, digestOf } from './store/contents.ts'
import { DAMAGES, damageFile, type Damage } from './store/damage-file.ts'
import { badDelivery, runDelivery } from '../support/store/deliveries.ts'
import { Findings } from './store/findings.ts'
import { catalogIn } from '../../server/store/facts/embedded/named-files.ts'
import { dataFiles } from '../../server/core/model/catalog.ts'
import { type Add, inspectAnswers, inspectRecords } from './store/inspect.ts'
import { openService } from '../support/store/open-service.ts'
import { below, randomOf } from '../support/seed.ts'

const PAIRS = Number(process.env['DAMAGED_PAIRS'] ?? 4)

/** Made again at need: nobody misses these. */
const DISPOSABLE =
  /^(spool|spill|staging)\/|^seen\.json$|^records\/(records\.sqlite(-wal|-shm|\.pid)|reserve|last-backup)$/
/** Without these a service may refuse to start, if it says which file it lacks. */
const VITAL = /^records\/|^export-secret$/
/** `admin verify` must name these whatever happened to them, but for a flipped bit that nothing reads. */
const VERIFIED = /^records\/records\.sqlite$|^deliveries\//
/** Records change with what is done; `inspectRecords` looks at them. */
const RECORDS = /^records\//

interface Trial {
  base: BaseStore
  /** The answers of the undamaged store after one more import. */
  imported: Answers
  dir: string
  /** Paths that were damaged, and how. */
  paths: readonly string[]
  damages: readonly Damage[]
  add: Add
}

t.test('a damaged store loses nothing more and returns nothing wrong', async t => {
  const base = await baseStore(t)
  const imported = await answersAfterImport(base)
  const random = randomOf()
  const paths = await pathsToDamage(base)
  const findings = new Findings()
  let trials = 0
  const attempt = async (damages: readonly { path: string; damage: Damage }[]) => {
    const dir = await base.copy()
    const done: string[] = []
    for (const { path, damage } of damages) {
      const described = await damageFile(dir, path, damage, { random, older: base.older })
      if (described === undefined) return
      done.push(described)
    }
    const add: Add = (kind, example) =>
      findings.add(
        `${kind} [${damages.map(({ path, damage }) => `${damage} ${kindOf(path)}`).join(' and ')}]`,
        `${done.join(' and ')}: ${example}`,
      )
    await run(
      {
        base,
        imported,
        dir,
        paths: damages.map(({ path }) => path),
        damages: damages.map(({ damage }) => damage),
        add,
      },
      trials++,
    )
  }
  for (const [path, damages] of paths)
    for (const damage of damages) await attempt([{ path, damage }])
  const draw = () => ({
    path: paths[below(random, paths.length)]![0],
    damage: DAMAGES[below(random, DAMAGES.length)]!,
  })
  for (let pair = 0; pair < PAIRS; pair++) {
    const [one, other] = [draw(), draw()]
    // Two catalogs that are older alike are an older store, which nothing can tell from a backup.
    const isOlderStore = VITAL.test(one.path) && VITAL.test(other.path)
    if (one.path !== other.path && !isOlderStore) await attempt([one, other])
  }
  t.ok(trials > 70, `${trials} damaged stores, ${paths.length} files`)
  findings.none(t, 'nothing was lost or wrong')
})

t.test('an import does not write a new checksum for a damaged name', async t => {
  const base = await baseStore(t)
  const dir = await base.copy()
  const path = (await pathsIn(dir)).findLast(path => path.includes('/identities-'))!
  const content = await readFile(join(dir, path))
  const at = content.indexOf('Alpha')
  t.ok(at > 0, 'the file holds names as they are')
  content[at]! ^= 1
  await writeFile(join(dir, path), content)
  const findings = new Findings()
  await run(
    {
      base,
      imported: await answersAfterImport(base),
      dir,
      paths: [path],
      damages: ['flip'],
      add: (kind, example) => findings.add(kind, example),
    },
    0,
  )
  findings.none(t, 'the import refuses, and names the file')
})

async function answersAfterImport(base: BaseStore): Promise<Answers> {
  const service = await openService(await base.copy())
  await service.load(runDelivery(IMPORTS + 1))
  service.passSecond()
  const answers = await askAll(service.server)
  await service.stop()
  return answers
}

/** The last file of every kind, in every way; and the first of those that hold data or records, which is older and read less, in two. */
async function pathsToDamage({
  dir,
}: BaseStore): Promise<[path: string, damages: readonly Damage[]][]> {
  const kinds = new Map<string, string[]>()
  for (const path of await pathsIn(dir))
    kinds.set(kindOf(path), [...(kinds.get(kindOf(path)) ?? []), path])
  return [...kinds.values()].flatMap(paths => [
    [paths.at(-1)!, DAMAGES],
    ...paths
      .slice(0, -1)
      .slice(0, 1)
      .filter(path => !DISPOSABLE.test(path))
      .map((path): [string, readonly Damage[]] => [path, ['delete', 'flip']]),
  ])
}

/** What operators and callers do with a store, in turn. */
async function run(trial: Trial, number: number): Promise<void> {
  // Retired for months, they end with the next import.
  const retired = new Set((await retiredIn(trial.base.dir)).map(({ file }) => file))
  const { base, imported, dir, paths, add } = trial
  const damaged = await contentsOf(dir)
  const unharmed = async (step: string) => {
    const kept = new Set((await contentsOf(dir)).values())
    const lost = [...damaged].filter(
      ([path, digest]) => !isExempt(path, digest) && !kept.has(digest),
    )
    for (const [path] of lost) if (!retired.has(path)) add(`${step} destroys ${kindOf(path)}`, path)
  }

  await verify(trial)
  await unharmed('verify')
  await startAndAsk(trial, base.answers)
  await unharmed('the start')
  // An import reads none of the others.
  if (paths.every(path => DISPOSABLE.test(path) && !path.startsWith('staging/'))) return

  // Each costs as much as an import and tells little of one damage.
  if (number % 3 === 0) await leavesAlone(trial, number / 3)
  const { code, stderr } = await withDelivery(runDelivery(IMPORTS + 1), folder =>
    admin(dir, 'import', folder),
  )
  await unharmed('an import')
  if (code !== 0 && !names(stderr, paths)) add('the import does not name the file', stderr)
  await startAndAsk(trial, code === 0 ? imported : base.answers)
  await unharmed('the next start')
}

function isExempt(path: string, digest: string): boolean {
  return DISPOSABLE.test(path) || RECORDS.test(path) || digest === digestOf('')
}

/** Whether a message says which of the files it is about. */
function names(message: string, paths: readonly string[]): boolean {
  return paths.some(path => message.includes(path))
}

async function startAndAsk({ base, dir, paths, add }: Trial, expected: Answers): Promise<void> {
  const service = await openService(dir).catch((error: unknown) => String(error))
  if (typeof service === 'string') {
    if (!paths.some(path => VITAL.test(path))) add('no start', service)
    else if (!names(service, paths)) add('the start does not name the file', service)
    return
  }
  try {
    await inspectAnswers(service, base, expected, add)
    await inspectRecords(service, base, expected, add)
    const secret = await readFile(join(dir, 'export-secret'), 'utf8')
    if (secret.length < 16) add('links are signed with a short secret', JSON.stringify(secret))
  } finally {
    await service.stop()
  }
}

/** What changes no data must change no file: every third trial does one of these. */
async function leavesAlone({ dir, add }: Trial, number: number): Promise<void> {
  const read = async () =>
    new Map(
      [...(await contentsOf(dir))].filter(
        ([path]) => !DISPOSABLE.test(path) && !RECORDS.test(path),
      ),
    )
  const before = await read()
  const [delivery, command] = [
    [badDelivery(), ['import', '--check']],
    [badDelivery(), ['import']],
    [runDelivery(IMPORTS + 1), ['import', '--check']],
  ][number % 3] as [ReturnType<typeof badDelivery>, string[]]
  await withDelivery(delivery, folder => admin(dir, ...command, folder))
  const after = await read()
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(path) !== after.get(path))
      add(`${command.join(' ')} changes ${kindOf(path)}`, path)
  }
}

/** The commands that look after a store, once they are there. */
async function verify({ base, dir, paths, damages, add }: Trial): Promise<void> {
  const served = dataFiles(await catalogIn(base.dir))
  const left = new Set(await pathsIn(dir))
  for (const { file } of await retiredIn(base.dir)) left.delete(file)
  const { code, stdout, stderr } = await admin(dir, 'verify')
  for (const path of paths.filter(
    (path, index) => VERIFIED.test(path) && !(RECORDS.test(path) && damages[index] === 'flip'),
  )) {
    // A file that only earlier catalogs name is noted; it may be missing. Nothing reads a retired one.
    const isServed = RECORDS.test(path) || served.has(path)
    if (!isServed && !left.has(path)) continue
    if ((isServed && code === 0) || !`${stdout}${stderr}`.includes(path))
      add('verify does not name the file', `${code} ${stdout}${stderr}`)
  }
  const pruned = await admin(dir, 'prune', '--keep-days', '30', '--dry-run')
  if (pruned.code !== 0 && !names(pruned.stderr, paths))
    add('prune does not name the file', pruned.stderr)
}
