import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { DataFile, Wanted } from '../../../../../server/engines/common/parquet-groups.ts'
import { CacheDisk } from '../../../../../server/engines/lake/cache/cache-folder.ts'
import { LakeCache } from '../../../../../server/engines/lake/cache/lake-cache.ts'
import { openObjects } from '../../../../../server/engines/lake/objects/open-objects.ts'
import { putSealed } from '../../../../../server/engines/lake/objects/put-sealed.ts'
import { fakeS3, S3_KEYS, S3_REGION, type FakeS3 } from '../../../../support/s3.ts'
import { until } from '../../../../support/until.ts'

const NEVER = new AbortController().signal
const REVENUES = Array.from({ length: 12 }, (_, n) => `paid_gross_d${n}`)
const COLUMNS = ['install_date', 'identity', 'spend', 'nothing', ...REVENUES]
/** Days of the file's first and last row group alone. */
const FIRST = { start: '2025-01-01', end: '2025-01-05' }
const WANTED: Wanted = { columns: ['install_date', 'identity', 'spend', 'paid_gross_d7', 'not there'], dates: FIRST }

interface Lake {
  s3: FakeS3
  file: DataFile
  lines: string[]
  folder: string
  cache: LakeCache
  duckdb: DuckDBConnection
}

/** A file of three row groups in a lake. */
async function lake(t: Test): Promise<Lake> {
  const dir = t.testdir({})
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  t.teardown(() => duckdb.closeSync())
  await duckdb.run('SET GLOBAL parquet_metadata_cache = true')
  const columns = REVENUES.map((name, n) => `(hash(i * 12 + ${n}) % 100000000 / 10000)::DECIMAL(18, 4) AS ${name}`)
  await duckdb.run(`COPY (SELECT DATE '2025-01-01' + (i // 2048)::INTEGER AS install_date, (i % 2048)::INTEGER AS "identity",
    (hash(-i) % 100000000 / 10000)::DECIMAL(18, 4) AS spend, NULL::INTEGER AS nothing, ${columns.join()} FROM range(184320) r(i) ORDER BY i)
    TO '${dir}/facts.parquet' (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 61440)`)
  const s3 = await fakeS3(t)
  const address = { url: 's3://b/p', endpoint: s3.endpoint, region: S3_REGION, credentials: S3_KEYS }
  const objects = openObjects(address)
  const file = { file: 'i/facts.parquet', ...(await putSealed(objects, 'i/facts.parquet', `${dir}/facts.parquet`)) }
  const lines: string[] = []
  const folder = join(dir, 'cache')
  const cache = await LakeCache.open({ objects, folder, size: 1e9, onFault: line => lines.push(line) })
  t.teardown(() => cache.close())
  s3.calls.splice(0)
  return { s3, file, lines, folder, cache, duckdb }
}

async function sums(duckdb: DuckDBConnection, path: string, columns: readonly string[], { start, end }: Wanted['dates']): Promise<string> {
  const read = await duckdb.runAndReadAll(
    `SELECT count(*), ${columns.map(name => `sum(hash("${name}"))`).join()} FROM read_parquet('${path}') WHERE install_date BETWEEN DATE '${start}' AND DATE '${end}'`,
  )
  return JSON.stringify(read.getRowsJson())
}

/** Writes over the last chunk's statistics. */
function spoilFooter(path: string, bytes: number): void {
  const copy = openSync(path, 'r+')
  writeSync(copy, Buffer.alloc(100, 'x'), 0, 100, bytes - 400)
  closeSync(copy)
}

const OF_WANTED = WANTED.columns.slice(0, -1)

t.test('of a large file only what a query reads is fetched, and the whole afterwards', async t => {
  const { s3, file, cache, duckdb } = await lake(t)
  t.ok(file.blocks)
  const before = s3.sent()
  const paths: string[] = []
  const read = (wanted?: Wanted): Promise<string> =>
    cache.during(
      [file],
      NEVER,
      async ([path]) => {
        paths.push(path!)
        return await sums(duckdb, path!, OF_WANTED, FIRST)
      },
      wanted,
    )
  const both = await Promise.all([read(WANTED), read(WANTED)])
  const sent = s3.sent() - before
  t.equal(paths[0], paths[1])
  const own = (await stat(s3.path('b/p/i/facts.parquet'))).size
  t.equal((await stat(paths[0]!).catch(() => ({ size: own }))).size, own)
  t.ok(sent < own / 5 || s3.calls.some(({ range }) => range === undefined), `${sent} of ${own} bytes`)
  const whole = await read()
  t.strictSame(both, [whole, whole])
  await until(
    'the part makes way for the whole',
    async () =>
      await stat(paths[0]!).then(
        () => false,
        () => true,
      ),
  )
  t.equal(await read(WANTED), whole)
  t.equal(paths.at(-1), paths[2], 'the whole is read from then on')
  t.equal(s3.calls.filter(({ range }) => range === undefined).length, 1, 'and was fetched once')
  t.equal(cache.bytes, own)
})

t.test('parts that were not fetched give errors, never values', async t => {
  const { s3, file, cache, duckdb } = await lake(t)
  s3.fault(({ range }) => (range === undefined ? { status: 503 } : undefined))
  const original = s3.path('b/p/i/facts.parquet')
  await cache.during(
    [file],
    NEVER,
    async ([path]) => {
      for (const dates of [FIRST, { start: '2025-01-20', end: '2025-02-10' }, { start: '2025-01-01', end: '2025-12-31' }]) {
        for (const column of COLUMNS) {
          const there = OF_WANTED.includes(column) && dates === FIRST
          const asked = sums(duckdb, path!, [column], dates)
          if (there) t.equal(await asked, await sums(duckdb, original, [column], dates))
          else await t.rejects(asked, `${column} from ${dates.start} on`)
        }
      }
      const [part, all] = [await readFile(path!), await readFile(original)]
      t.equal(part.length, all.length)
      const own = part.every((byte, index) => byte === 0 || byte === all[index])
      t.ok(own, 'every byte is the right one, or none')
    },
    WANTED,
  )
})

t.test('a query that reads more than it declared fails once', async t => {
  const { file, cache, duckdb, lines } = await lake(t)
  const read = (column: string): Promise<string> => cache.during([file], NEVER, ([path]) => sums(duckdb, path!, [column], FIRST), WANTED)
  await t.rejects(read('paid_gross_d3'), { name: 'CopyLost', message: /^A part of i\/facts\.parquet is not here yet$/ })
  const right = await read('paid_gross_d3')
  t.equal(right, await read('paid_gross_d3'))
  t.strictSame(lines, [])
  const { file: another, cache: others } = await lake(t)
  await t.rejects(
    others.during([another], NEVER, () => Promise.reject(new Error('Something else')), WANTED),
    { message: 'Something else' },
    'other errors stay what they are',
  )
})

t.test('sums and footer are fetched once for queries of different parts', async t => {
  const { s3, file, cache, duckdb } = await lake(t)
  const original = s3.path('b/p/i/facts.parquet')
  const wanted = Array.from({ length: 50 }, (_, n): Wanted => {
    const day = `2025-01-0${1 + (n % 5)}`
    return { columns: ['install_date', REVENUES[n % 10]!], dates: { start: day, end: day } }
  })
  await Promise.all(
    wanted.map(async one => {
      const got = await cache.during([file], NEVER, ([path]) => sums(duckdb, path!, one.columns, one.dates), one)
      t.equal(got, await sums(duckdb, original, one.columns, one.dates))
    }),
  )
  t.equal(s3.calls.filter(({ key }) => key.endsWith('.sums')).length, 1)
  const footer = s3.calls.find(({ key }) => !key.endsWith('.sums'))!.range
  t.equal(s3.calls.filter(({ range }) => range === footer).length, 1)
})

t.test('where most is wanted, all is fetched', async t => {
  const { s3, file, cache, duckdb } = await lake(t)
  const all = { columns: COLUMNS, dates: { start: '2025-01-01', end: '2025-12-31' } }
  await cache.during([file], NEVER, ([path]) => sums(duckdb, path!, COLUMNS, all.dates), all)
  t.equal(s3.calls.filter(({ range }) => range === undefined).length, 1)
})

t.test('damage is found in parts, too', async t => {
  for (const [name, spoil, message] of [
    [
      'a block',
      async (s3: FakeS3) => s3.fault(({ key }) => (key.endsWith('.sums') ? undefined : { wrong: 4096 })),
      /^The lake's object i\/facts\.parquet is not/,
    ],
    [
      'the end',
      async (s3: FakeS3) => writeFile(s3.path('b/p/i/facts.parquet'), Buffer.alloc(100)),
      /^The lake's object i\/facts\.parquet is not/,
    ],
    ['all', async (s3: FakeS3) => rm(s3.path('b/p/i/facts.parquet')), /^The lake has no object i\/facts\.parquet$/],
  ] as const) {
    await t.test(name, async t => {
      const { s3, file, lines, cache } = await lake(t)
      await spoil(s3)
      await t.rejects(
        cache.during([file], NEVER, async () => t.fail('it is read'), WANTED),
        { message },
      )
      t.equal(lines.length, 1)
      t.match(lines[0], message)
      t.equal(cache.bytes, 0)
    })
  }
  for (const [name, spoil, message] of [
    [
      'sums that are others',
      (path: string) => writeFile(path, Buffer.alloc(10_000)),
      /^The lake's object i\/facts\.parquet\.sums is not what was stored/,
    ],
    ['sums that are missing', (path: string) => rm(path), /^The lake has no object i\/facts\.parquet\.sums$/],
  ] as const) {
    await t.test(name, async t => {
      const { s3, file, lines, cache, duckdb } = await lake(t)
      await spoil(s3.path('b/p/i/facts.parquet.sums'))
      const read = (): Promise<string> => cache.during([file], NEVER, ([path]) => sums(duckdb, path!, OF_WANTED, FIRST), WANTED)
      t.equal(await read(), await sums(duckdb, s3.path('b/p/i/facts.parquet'), OF_WANTED, FIRST), 'the whole does')
      await read()
      t.equal(lines.length, 1)
      t.match(lines[0], message)
    })
  }
})

t.test('truncated parts are resumed', async t => {
  const { s3, file, cache, duckdb } = await lake(t)
  let cuts = 3
  s3.fault(({ range }) => (range !== undefined && cuts-- > 0 ? { cut: 10_000 } : undefined))
  const read = cache.during([file], NEVER, ([path]) => sums(duckdb, path!, OF_WANTED, FIRST), WANTED)
  t.equal(await read, await sums(duckdb, s3.path('b/p/i/facts.parquet'), OF_WANTED, FIRST))
})

t.test('a lake that is down has no parts either', async t => {
  const { s3, file, lines, cache, duckdb } = await lake(t)
  await s3.down()
  const read = (): Promise<string> => cache.during([file], NEVER, ([path]) => sums(duckdb, path!, OF_WANTED, FIRST), WANTED)
  await t.rejects(read(), { name: 'LakeUnavailable' })
  t.notOk(cache.up())
  t.strictSame(lines, [])
  await s3.up()
  await read()
  t.ok(cache.up())
})

t.test('parts that change on the disk while they are fetched are not used', async t => {
  const { s3, file, lines, folder, cache, duckdb } = await lake(t)
  let spoilt = 0
  s3.fault(({ range }) => {
    const [copy] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    if (range === undefined || copy === undefined) return undefined
    spoilFooter(join(copy.parentPath, copy.name), file.bytes!)
    spoilt++
    return undefined
  })
  const read = cache.during([file], NEVER, ([path]) => sums(duckdb, path!, OF_WANTED, FIRST), WANTED)
  t.equal(await read, await sums(duckdb, s3.path('b/p/i/facts.parquet'), OF_WANTED, FIRST))
  t.ok(spoilt > 0)
  t.strictSame(lines, [])
  t.equal(s3.calls.filter(({ range }) => range === undefined).length, 1, 'the whole is')
})

t.test('where the folder is removed while parts are fetched, all is fetched', async t => {
  const { s3, file, lines, folder, cache, duckdb } = await lake(t)
  let removed = 0
  s3.fault(({ range }) => {
    const [copy] = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    if (range === undefined || copy === undefined) return undefined
    rmSync(copy.parentPath, { recursive: true })
    removed++
    return undefined
  })
  const read = cache.during([file], NEVER, ([path]) => sums(duckdb, path!, OF_WANTED, FIRST), WANTED)
  t.equal(await read, await sums(duckdb, s3.path('b/p/i/facts.parquet'), OF_WANTED, FIRST))
  t.equal(removed, 1)
  t.strictSame(lines, [])
})

t.test('damaged parts are lost when a read of them fails, though their state is as it was', async t => {
  const { s3, file, cache, duckdb } = await lake(t)
  s3.fault(({ range }) => (range === undefined ? { status: 503 } : undefined))
  t.intercept(CacheDisk.prototype, 'state', { value: () => 'always the same' })
  const read = cache.during(
    [file],
    NEVER,
    async ([path]) => {
      spoilFooter(path!, file.bytes!)
      return await sums(duckdb, path!, OF_WANTED, FIRST)
    },
    WANTED,
  )
  await t.rejects(read, { name: 'CopyLost', message: /changed while it was read/ })
})
