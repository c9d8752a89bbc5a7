// Manifests of backups and configurations of forecasts, changed at random: node --import tsx test/faults/outside-files.ts [count] [seed]
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ForecastFaults } from '../../server/forecast/config/config-faults.ts'
import { parseConfig } from '../../server/forecast/config/read-config.ts'
import { filesOf } from '../../server/forecast/inputs/match-files.ts'
import { backUp } from '../../server/store/facts/embedded/backup.ts'
import { importDelivery } from '../../server/store/facts/embedded/embedded-destination.ts'
import { restore } from '../../server/store/facts/embedded/restore.ts'
import { createErasure } from '../../server/core/access/erasure.ts'
import { plain, sql } from '../../server/core/model/sql.ts'
import { RECORDS_FILE, type Value } from '../../server/store/records/records.ts'
import { sealOf } from '../../server/store/records/seals.ts'
import { connect } from '../../server/store/records/sqlite/driver.ts'
import { sealedTables } from '../../server/store/records/sqlite/sealing.ts'
import { openStorage } from '../../server/store/facts/open-storage.ts'
import { findDifferences } from '../../server/core/access/evidence.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { storesIn } from '../support/records.ts'
import { type Random, drawsOf } from './mutations.ts'
import { inFolder } from '../support/temporary-folder.ts'
import { deadline } from '../support/pauses.ts'

/** Milliseconds that one file may take: far more than any needs, on a busy machine too. */
const HANG = 120_000
/** What only a fault of the program says. */
const RAW =
  /^E[A-Z]{3,}: |Cannot |is not (a function|iterable|defined)|undefined|call stack|Unexpected token|\.[cm]?[jt]s:\d|node:internal/

const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    -1,
    1.5,
    2 ** 53,
    1e300,
    '',
    'x',
    '..',
    '.',
    '/etc/passwd',
    '../../victim/package',
    'keys/../../victim/package.json',
  ],
  ...[
    'a\0b',
    'catalog.json',
    'catalog.json/x',
    'deliveries',
    'audit/erasing.json',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '\u202ex',
  ],
  ...[[], {}, [null], [[]], { file: null }, { __proto__: null, length: 3 }],
]

interface Fuzzed {
  tried: number
  refused: number
  /** Of one file, ms. */
  longest: number
}

/** Replaces, removes or repeats a value somewhere in a tree of JSON. */
function changed(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.int(8) === 0) return random.pick(ODD)
  const copy = structuredClone(value) as Record<string, unknown>
  const keys = Object.keys(copy)
  if (keys.length === 0) return random.pick(ODD)
  const key = random.pick(keys)
  const what = random.int(8)
  if (what === 0 && Array.isArray(copy)) copy.push(copy[Number(key)])
  else if (what === 0) copy[random.pick(ODD.filter(odd => typeof odd === 'string'))] = copy[key]
  else if (what === 1 && Array.isArray(copy)) copy.splice(Number(key), 1)
  else if (what === 1) delete copy[key]
  else copy[key] = changed(random, copy[key])
  return copy
}

function damaged(random: Random, text: string): string {
  const at = random.int(text.length)
  const kinds = [
    () => text.slice(0, at),
    () =>
      text.slice(0, at) +
      random.pick(['"', '{', ']', '\0', '\ufeff', '- ', '&a ', '*a ', '!!x ', ': ', '\t', '? ']) +
      text.slice(at),
    () => random.pick(['[', '{"a":', '- ', '{a: ', '? ']).repeat(random.pick([10, 1000, 100_000])),
    () => random.pick(['', 'null', '0', '"x"', '[]', '[{}]', 'true']),
  ]
  return random.pick(kinds)()
}

async function within<Result>(work: Promise<Result>, what: string): Promise<Result> {
  return await Promise.race([work, deadline(HANG, `hangs: ${what}`)])
}

/** Calls `one` for each seed of `count`, and adds up. `one` returns whether the file was refused. */
async function repeat(
  count: number,
  seed: number,
  one: (random: Random) => Promise<boolean>,
): Promise<Fuzzed> {
  const fuzzed: Fuzzed = { tried: 0, refused: 0, longest: 0 }
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    if (await within(one(drawsOf(seed + n)), `seed ${seed + n}`)) fuzzed.refused++
    fuzzed.tried++
    fuzzed.longest = Math.max(fuzzed.longest, Math.round(performance.now() - start))
  }
  return fuzzed
}

interface Manifest {
  files: { file: string; bytes: number; sha256: string }[]
}

function sumOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A backup with keys, users and an audit log. */
async function makeBackup(root: string): Promise<string> {
  const dataDir = join(root, 'store')
  await writeDelivery(join(root, 'delivery'), minimalDelivery(), { format: 'csv' })
  await importDelivery({ dataDir, delivery: join(root, 'delivery') })
  const { keys, users, audit } = await storesIn(dataDir)
  const details = { email: 'a@b.co' }
  await audit.append({
    action: 'user.invited',
    actor: 'operator:ada',
    companyId: 1,
    target: 'user:0123456789ab',
    details,
  })
  await keys.create({ companyId: 1 })
  await users.invite({ companyId: 1, email: 'a@b.co' })
  await backUp({ dataDir, folder: join(root, 'backup'), print: () => undefined })
  return join(root, 'backup')
}

/** Changes the records of the backup so that they pass all checksums. */
async function changeContent(random: Random, folder: string, manifest: Manifest): Promise<void> {
  const entry = manifest.files.find(({ file }) => file === RECORDS_FILE)!
  const path = join(folder, 'files', entry.sha256)
  const bytes = await readFile(path)
  if (random.int(4) === 0) await writeFile(path, damagedBytes(random, bytes))
  else changeRow(random, path)
  await rm(`${path}-journal`, { force: true })
  const after = await readFile(path)
  Object.assign(entry, { bytes: after.length, sha256: sumOf(after) })
  await writeFile(join(folder, 'files', entry.sha256), after)
}

function damagedBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.int(bytes.length)
  return random.pick([
    () => bytes.subarray(0, at),
    () => bytes.fill(random.int(256), at, at + random.int(5000)),
    () => Buffer.concat([bytes.subarray(at), bytes]),
    () => Buffer.alloc(0),
  ])()
}

/** Gives a row an odd value, or the schema an odd object, as somebody does who knows the seals. */
function changeRow(random: Random, path: string): void {
  const connection = connect(path)
  const statements = [
    sql`CREATE TRIGGER odd AFTER INSERT ON audit BEGIN DELETE FROM api_keys; END`,
    sql`DROP TABLE api_keys`,
    sql`ALTER TABLE users RENAME COLUMN email TO mail`,
    sql`PRAGMA user_version = 999`,
    sql`DELETE FROM store`,
    sql`UPDATE catalog_state SET seq = -1`,
  ]
  if (random.int(4) === 0) connection.run(random.pick(statements))
  else {
    const name = random.pick(sealedTables(connection))
    const rows = connection.all(sql`SELECT rowid AS number, * FROM ${plain(name)}`)
    const { number, seal: _, ...row } = rows.length === 0 ? {} : random.pick(rows)
    if (number === undefined) return connection.close()
    const column = random.pick(Object.keys(row))
    const odd = oddValue(random, row[column] ?? null)
    try {
      connection.run(sql`UPDATE ${plain(name)} SET ${plain(column)} = ? WHERE rowid = ?`, [
        odd,
        number,
      ])
      const [after] = connection.all(
        sql`SELECT * FROM ${plain(name)} WHERE ${plain(column)} IS ?`,
        [odd],
      )
      if (after !== undefined)
        connection.run(sql`UPDATE ${plain(name)} SET seal = ? WHERE ${plain(column)} IS ?`, [
          sealOf(name, after),
          odd,
        ])
    } catch {
      // The schema does not take it.
    }
  }
  connection.close()
}

function oddValue(random: Random, value: Value): Value {
  if (random.int(2) === 0)
    return random.pick([
      null,
      -1,
      0,
      1.5,
      2 ** 53,
      '',
      'x',
      '../../victim',
      'a\0b',
      Buffer.alloc(0),
      Buffer.from([255, 254]),
    ])
  const text = String(value)
  try {
    return Buffer.from(JSON.stringify(changed(random, JSON.parse(text))) ?? '')
  } catch {
    return Buffer.from(damaged(random, `${text} `))
  }
}

async function changeFile(random: Random, folder: string, { files }: Manifest): Promise<void> {
  const path = join(folder, 'files', random.pick(files).sha256)
  const kind = random.int(5)
  if (kind === 0) return await truncate(path, random.pick([0, 1, 3_000_000_000]))
  await rm(path)
  if (kind === 1) execFileSync('mkfifo', [path])
  else if (kind === 2) await symlink(join(folder, '..', 'victim', 'package.json'), path)
  else if (kind === 3) await mkdir(path)
}

async function contentsOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  return (
    await Promise.all(files.map(async file => `${file} ${sumOf(await readFile(file))}`))
  ).sort()
}

/** Restores changed backups into an empty folder; what is restored is read as a service and its commands do. */
export async function fuzzManifests(count: number, seed: number): Promise<Fuzzed> {
  return await inFolder('manifests', async root => {
    const backup = await makeBackup(root)
    const [folder, victim, dataDir] = ['changed', 'victim', 'data'].map(name =>
      join(root, name),
    ) as [string, string, string]
    await mkdir(victim)
    await writeFile(join(victim, 'package.json'), '{}\n')
    const before = await contentsOf(victim)
    const names = [...(await readdir(root)), 'changed', 'data'].sort()
    return await repeat(count, seed, async random => {
      for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
      await cp(backup, folder, { recursive: true })
      await mkdir(dataDir)
      const { sha256: _, ...manifest } = JSON.parse(
        await readFile(join(folder, 'backup.json'), 'utf8'),
      ) as Manifest & { sha256: string }
      const kind = random.int(8)
      if (kind === 0) await changeFile(random, folder, manifest)
      if (kind === 1 || kind === 2) await changeContent(random, folder, manifest)
      let value: unknown = manifest
      for (let times = kind > 2 ? 1 + random.int(3) : 0; times > 0; times--)
        value = changed(random, value)
      const sealed = JSON.stringify({ sha256: sumOf(JSON.stringify(value)), ...Object(value) })
      await writeFile(join(folder, 'backup.json'), kind === 7 ? damaged(random, sealed) : sealed)
      const refused = await restore({
        dataDir,
        folder,
        replace: false,
        print: () => undefined,
      }).then(
        () => undefined,
        (error: unknown) => error as Error,
      )
      if (refused === undefined) await readAll(dataDir)
      else {
        assert.doesNotMatch(refused.message, RAW)
        assert.equal(refused.constructor, Error, String(refused.stack))
        assert.deepEqual(
          (await readdir(dataDir)).filter(name => name !== 'staging'),
          [],
          'nothing was changed',
        )
      }
      assert.deepEqual(await contentsOf(victim), before)
      assert.deepEqual((await readdir(root)).sort(), names)
      return refused !== undefined
    })
  })
}

async function readAll(dataDir: string): Promise<void> {
  const lines: string[] = []
  const tell = (line: string): void => void lines.push(line)
  const storage = await openStorage({ dataDir, databaseUrl: null }, tell)
  const { keys, users, audit, verify } = storage
  const steps = [
    () => audit.erase(createErasure('a@b.co', 'a secret of sixteen'), { dryRun: true }),
    async () =>
      findDifferences([audit.entries()], { keys: await keys.list(), users: await users.list() }),
    () => Promise.all([keys.list(), users.list()]),
    () => audit.append({ action: 'store.restored', actor: 'service', target: 'store' }),
    async () =>
      (await verify!({ repair: false, list: false, print: () => undefined })).findings.map(
        ({ problem }) => tell(problem),
      ),
  ]
  for (const step of steps) await step().catch((error: unknown) => tell((error as Error).message))
  await storage.close()
  for (const line of lines) assert.doesNotMatch(line, RAW)
}

const CONFIG = `company: { id: 1, name: Nordlys }
app: { id: 101, name: Merge Manor, created_at: 2025-01-01, currency: USD, dsi: [90, 0, 7], time_zone: Asia/Tokyo }
targets: { dsi: 90, roas_type: paid, revenue_type: net, roas: 1.0, by: [{ platform: IOS, network: Meta, roas: 1.1 }] }
bet_lookback: [{ start: 2, end: 8 }]
net: { iap: { IOS: 0.70, ANDROID: 0.85, WEB: 0.97 }, ad: 1.0 }
organic: { networks: [Organic], uplift: 0.1 }
optimisation_dsi: { default: 7, TikTok: 0 }
networks: { traditional: [Google Ads], alias: { googleadwords_int: Google Ads } }
inputs:
  - { table: installs, files: "exports/*a*b?.csv" }
  - { table: revenue, files: [a.csv, b.csv], cumulative: true, columns: { revenue: "rev_d<n>" } }
gaps: [{ from: 2026-02-01, to: 2026-02-02 }]
events: [{ title: A, kind: outage, from: 2026-02-10, to: 2026-02-12 }]
snapshots: { daily_days: 20, dsi: [7, 90] }
gates: { 7: accept }
pull: [{ from: appsflyer, folder: ., apps: [id1] }]
`

/** Texts of many parts: of keys, items, anchors and aliases, levels, and of wildcards. */
function large(random: Random): string {
  const many = random.pick([10, 1000, 30_000, 90_000])
  const list = (item: (n: number) => string): string =>
    Array.from({ length: many }, (_, n) => item(n)).join('')
  const kinds = [
    () => CONFIG + list(n => `k${n}: 1\n`),
    () => CONFIG.replace('[90, 0, 7]', `[${list(n => `{ a: ${n} }, `)}]`),
    () => CONFIG.replace('[Organic]', `[${list(n => `${n % 7}, `)}]`),
    () =>
      CONFIG.replace(
        '"exports/*a*b?.csv"',
        `"${random.pick(['*a', '*/', '?', '**', '../*/', 'a'])}${list(() => '*a')}"`,
      ),
    () =>
      `a: &a [${list(() => 'x, ')}]\nb: &b [${'*a, '.repeat(90)}]\n${CONFIG.replace('[a.csv, b.csv]', random.pick(['*b', '*a']))}`,
    () =>
      `a: &a [*a]\n${list(n => `b${n}: &b${n} [${n === 0 ? '*a' : `*b${n - 1}, *b${n - 1}`}]\n`)}`,
    () => list(n => `${' '.repeat(n % 300)}a:\n`),
    () =>
      `${CONFIG}x: ${list(() => random.pick(['[', '{', '{a: ', '"', "'", '[[{'])).slice(0, 900_000)}`,
  ]
  return random.pick(kinds)()
}

/** Reads changed configurations, and finds the files of those that are valid. */
export async function fuzzConfigs(count: number, seed: number): Promise<Fuzzed> {
  return await inFolder('configs', async folder => {
    for (const length of [10, 100, 200])
      await writeFile(join(folder, `${'a'.repeat(length)}.csv`), '')
    return await repeat(count, seed, async random => {
      const text =
        random.int(3) === 0
          ? large(random)
          : random.int(2) === 0
            ? damaged(random, CONFIG)
            : oddConfig(random)
      try {
        const { inputs, pull = [] } = parseConfig(text, { file: 'forecast.yaml', folder })
        for (const pattern of inputs.flatMap(({ files }) => files))
          await filesOf(folder, pattern.replace(/^(\.\.\/|\/)+/, ''))
        for (const { apps } of pull) for (const app of apps) assert.doesNotMatch(app, /^\.|\//)
        return false
      } catch (error) {
        if (!(error instanceof ForecastFaults)) throw error
        for (const { rule } of error.faults) assert.doesNotMatch(rule, RAW)
        return true
      }
    })
  })
}

/** One line has another value, or another key. */
function oddConfig(random: Random): string {
  const lines = CONFIG.split('\n')
  const at = random.int(lines.length - 1)
  const odd = (): string => JSON.stringify(random.pick(ODD)) ?? '~'
  lines[at] = random.pick([
    (line: string) => line.replace(/: .*/, () => `: ${odd()}`),
    (line: string) => line.replace(/\w+:/, () => `${odd()}:`),
    (line: string) => line.replace(/(?<=[[,:] )[^[{,}\]]+/, odd),
    (line: string) => line.replace(/\[.*/, () => `[${odd()}, ${odd()}]`),
  ])(lines[at]!)
  return lines.join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [count = 1000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number)
  for (const [name, fuzz] of Object.entries({
    manifests: fuzzManifests,
    configurations: fuzzConfigs,
  }))
    console.log(`${name}, seed ${seed}: ${JSON.stringify(await fuzz(count, seed))}`)
}
