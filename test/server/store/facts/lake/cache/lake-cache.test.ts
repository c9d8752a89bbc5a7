import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import {
  chmod,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { nextSlice } from '../../../../../../server/core/runtime/slices.ts'
import { LakeCache } from '../../../../../../server/store/facts/lake/cache/lake-cache.ts'
import type { DataFile } from '../../../../../../server/store/facts/common/parquet-groups.ts'
import type { Objects } from '../../../../../../server/store/facts/lake/objects/objects.ts'
import { openObjects } from '../../../../../../server/store/facts/lake/objects/open-objects.ts'
import { PATIENCE } from '../../../../../../server/store/facts/lake/objects/patience.ts'
import { fakeS3, S3_KEYS, S3_REGION, type FakeS3 } from '../../../../../support/s3.ts'
import { smallDisk } from '../../../../../support/full-disk.ts'
import { until } from '../../../../../support/until.ts'
import { sha256Of } from '../../suites/objects.ts'
import { below, randomOf } from '../../../../../support/seed.ts'

const SIZE = 300_000
/** Bytes that differ from random ones. */
const OTHER = 'x'.repeat(16)
const NEVER = new AbortController().signal

interface Lake {
  s3: FakeS3
  folder: string
  lines: string[]
  files: (DataFile & { content: Buffer })[]
  objects: Objects
  open: (size?: number) => Promise<LakeCache>
}

/** A lake of some files, and caches of it. */
async function lake(
  t: Test,
  count: number,
  dir = t.testdir({}),
  patience = PATIENCE,
): Promise<Lake> {
  const s3 = await fakeS3(t)
  const folder = join(dir, 'cache')
  const lines: string[] = []
  const files = Array.from({ length: count }, (_, n) => {
    const content = randomBytes(SIZE)
    return {
      file: `import-${n}/facts-${n}.parquet`,
      bytes: SIZE,
      sha256: sha256Of(content),
      content,
    }
  })
  for (const { file, content } of files) await put(s3, file, content)
  const objects = openObjects(
    { url: 's3://b/p', endpoint: s3.endpoint, region: S3_REGION, credentials: S3_KEYS },
    patience,
  )
  return {
    s3,
    folder,
    lines,
    files,
    objects,
    async open(size) {
      const cache = await LakeCache.open({
        objects,
        folder,
        size: size ?? 100 * SIZE,
        onFault: line => lines.push(line),
      })
      t.teardown(() => cache.close())
      return cache
    },
  }
}

async function put({ path }: FakeS3, file: string, content: Uint8Array): Promise<void> {
  const target = path(`b/p/${file}`)
  await mkdir(join(target, '..'), { recursive: true })
  await writeFile(target, content)
}

/** Reads the files through the cache; true where all bytes are right. */
async function reads(cache: LakeCache, files: Lake['files'], signal = NEVER): Promise<boolean> {
  return await cache.during(files, signal, async paths => {
    const read = await Promise.all(paths.map(path => readFile(path)))
    return (
      read.length === files.length &&
      read.every((bytes, index) => bytes.equals(files[index]!.content))
    )
  })
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ name }) => name)
}

t.test('a prefetched file is not fetched again', async t => {
  const { files, open } = await lake(t, 1)
  const cache = await open(SIZE)
  await Promise.all([cache.fetch(files[0]!, NEVER), cache.fetch(files[0]!, NEVER)])
  await cache.fetch(files[0]!, NEVER)
  t.ok(await reads(cache, files))
  t.match(cache.counters, { hits: 1, misses: 0, fetchedBytes: SIZE })
})

t.test('concurrent requests fetch a file once, and it stays cached', async t => {
  const { s3, files, folder, open } = await lake(t, 3)
  const cache = await open()
  t.ok((await Promise.all(Array.from({ length: 10 }, () => reads(cache, files)))).every(Boolean))
  t.ok(
    await reads(cache, [files[2]!, files[0]!, files[2]!]),
    'paths come in the order of the files',
  )
  t.equal(s3.calls.length, 3)
  t.match(cache.counters, { misses: 30, hits: 2, fetchedBytes: 3 * SIZE, evictions: 0, faults: 0 })
  t.equal(cache.bytes, 3 * SIZE)
  t.equal((await stat(folder)).mode & 0o777, 0o700, 'the folder is for its user alone')
  t.equal((await names(folder)).length, 3)
})

t.test('a query with many cache misses gives no listener warning', async t => {
  const { s3, files, open } = await lake(t, 12)
  const warnings: Error[] = []
  const note = (warning: Error): void => void warnings.push(warning)
  process.on('warning', note)
  t.teardown(() => process.off('warning', note))
  t.ok(await reads(await open(), files))
  t.equal(s3.calls.length, 12)
  await nextSlice()
  t.strictSame(warnings, [])
})

t.test('a fetch continues while any caller waits, and ends with the last', async t => {
  const { s3, files, folder, open } = await lake(t, 1)
  const cache = await open()
  const [first, second, third] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ]
  s3.fault(() => ({ delay: 200 }))
  const readings = [first, second].map(({ signal }) => reads(cache, files, signal))
  first.abort(new Error('gone'))
  await t.rejects(readings[0]!, { message: 'gone' })
  t.ok(await readings[1])
  t.equal(s3.calls.length, 1)

  const other = await open()
  s3.fault(() => ({ cut: 1000, stall: true }))
  const last = reads(other, files, third.signal)
  await until('bytes came', () => other.counters.fetchedBytes > 0)
  third.abort(new Error('gone'))
  await t.rejects(last, { message: 'gone' })
  await until('what had come is removed', async () => (await names(folder)).length === 1)
  s3.fault(() => undefined)
  t.ok(await reads(other, files), 'later callers start again')
  t.equal(other.bytes, SIZE)
  t.equal(other.counters.faults, 0)
})

t.test('object faults are reported', async t => {
  for (const [name, spoil, message] of [
    [
      'cut',
      (_: FakeS3, path: string) => truncate(path, SIZE - 1),
      /^The lake's object import-0\/facts-0\.parquet is not what was stored: it has 299999 bytes, not 300000$/,
    ],
    [
      'longer',
      (_: FakeS3, path: string) => writeFile(path, 'x', { flag: 'a' }),
      /is not what was stored: it has more than 300000 bytes$/,
    ],
    [
      'empty',
      (_: FakeS3, path: string) => truncate(path, 0),
      /is not what was stored: it has 0 bytes/,
    ],
    [
      'swapped',
      (_: FakeS3, path: string) => writeFile(path, randomBytes(SIZE)),
      /is not what was stored: its SHA-256 differs$/,
    ],
    [
      'damaged',
      async (s3: FakeS3) => s3.fault(() => ({ wrong: 123_456 })),
      /is not what was stored: its SHA-256 differs$/,
    ],
    [
      'missing',
      (_: FakeS3, path: string) => rm(path),
      /^The lake has no object import-0\/facts-0\.parquet$/,
    ],
  ] as const) {
    await t.test(name, async t => {
      const { s3, files, folder, lines, open } = await lake(t, 1)
      const cache = await open()
      await spoil(s3, s3.path(`b/p/${files[0]!.file}`))
      await t.rejects(reads(cache, files), { message })
      await t.rejects(reads(cache, files), { message })
      t.equal(s3.calls.length, 1, 'it is not fetched again at once')
      t.equal(lines.length, 1)
      t.match(lines[0], message)
      t.match(cache.counters, { faults: 1 })
      t.ok(cache.up(), 'the lake answers')
      t.equal(cache.bytes, 0)
      t.strictSame(await names(folder), [])
    })
  }
})

t.test('a lake may fail and return', async t => {
  for (const [name, begin] of [
    ['503', async (s3: FakeS3) => s3.fault(() => ({ status: 503 }))],
    ['a hang', async (s3: FakeS3) => s3.fault(() => ({ delay: Infinity }))],
    ['a stall', async (s3: FakeS3) => s3.fault(() => ({ cut: 1000, stall: true }))],
    ['down', (s3: FakeS3) => s3.down()],
  ] as const) {
    await t.test(name, async t => {
      const { s3, files, folder, lines, open } = await lake(t, 2, t.testdir({}), {
        ...PATIENCE,
        answer: 1000,
        stalled: 500,
      })
      const cache = await open()
      t.ok(await reads(cache, [files[0]!]))
      await begin(s3)
      t.ok(await reads(cache, [files[0]!]), 'what is here is served')
      await t.rejects(reads(cache, [files[1]!]), {
        name: 'LakeUnavailable',
        message: /object import-1\/facts-1\.parquet/,
      })
      await t.rejects(reads(cache, files), { name: 'LakeUnavailable' })
      t.notOk(cache.up())
      t.strictSame(lines, [], 'no object is to blame')
      t.equal(cache.bytes, SIZE)
      t.equal((await names(folder)).length, 1)
      s3.fault(() => undefined)
      await s3.up().catch(() => {})
      t.ok(await reads(cache, files), 'and works again by itself')
      t.ok(cache.up())
    })
  }
})

t.test('a truncated response is resumed; persistent truncation fails', async t => {
  const { s3, files, open } = await lake(t, 1)
  const cache = await open()
  let cuts = 2
  s3.fault(() => (cuts-- > 0 ? { cut: 100_000 } : undefined))
  t.ok(await reads(cache, files))
  t.strictSame(
    s3.calls.slice(1).map(({ range }) => range?.replace(/=\d+-/, '=N-')),
    ['bytes=N-299999', 'bytes=N-299999'],
  )
  const other = await open()
  s3.fault(() => ({ cut: 1000 }))
  await t.rejects(reads(other, files), { name: 'LakeUnavailable', message: /of the lake failed/ })
})

t.test('eight readers read eight files with room for one and a half', async t => {
  const { folder, files, open } = await lake(t, 8)
  const cache = await open(1.5 * SIZE)
  for (let round = 0; round < 3; round++) {
    const read = await Promise.all(
      files.map(file =>
        cache.during([file], NEVER, async ([path]) => {
          for (let n = 0; n < 5; n++) {
            if (!(await readFile(path!)).equals(file.content)) return false
            await nextSlice()
          }
          return true
        }),
      ),
    )
    t.ok(read.every(Boolean))
    t.ok(cache.bytes <= 1.5 * SIZE, 'what was over the bound is given back')
  }
  t.ok(cache.counters.evictions >= 21)
  await until('what made way is gone', async () => (await names(folder)).length === 1)
  t.ok(await reads(cache, files), 'one query may read more than there is room for')
  t.equal(cache.bytes, SIZE)
})

t.test('the next process reuses complete copies, checked at first use', async t => {
  const { s3, files, folder, open } = await lake(t, 3)
  const before = await open()
  t.ok(await reads(before, files))
  const own = await before.during(files, NEVER, async paths => [...paths])
  await writeFile(`${own[0]}.aside-1`, 'half a file')
  await before.close()
  await writeFile(own[1]!, Buffer.alloc(SIZE))
  await truncate(own[2]!, 10)
  const calls = s3.calls.length

  const cache = await open()
  t.equal((await readdir(folder)).length, 1)
  t.equal((await names(folder)).length, 3, 'what was half done is removed')
  t.ok(await reads(cache, files))
  t.strictSame(
    s3.calls
      .slice(calls)
      .map(({ key }) => key)
      .sort(),
    files.slice(1).map(({ file }) => `b/p/${file}`),
    'what was whole is not fetched',
  )
  t.strictSame(cache.counters.faults, 0)

  const small = await (await cache.close(), open(2 * SIZE))
  t.equal(small.bytes, 2 * SIZE, 'a smaller bound holds at once')
})

t.test('a copy that changes on disk is never used and is fetched again', async t => {
  const { s3, files, lines, open } = await lake(t, 3)
  const cache = await open()
  t.ok(await reads(cache, files))
  const random = randomOf()
  const flip = async (path: string): Promise<void> => {
    const file = await openFile(path, 'r+')
    try {
      const at = below(random, SIZE)
      const byte = Buffer.alloc(1)
      await file.read(byte, 0, 1, at)
      byte[0]! ^= 1 << below(random, 8)
      await file.write(byte, 0, 1, at)
    } finally {
      await file.close()
    }
  }
  for (let trial = 0; trial < 300; trial++) {
    await flip(await cache.during([files[trial % 3]!], NEVER, async ([path]) => path!))
    if (!(await reads(cache, files))) t.fail(`a wrong answer in trial ${trial}`)
  }
  t.equal(s3.calls.length, 303)
  t.equal(cache.bytes, 3 * SIZE)

  const changes = cache.during(files, NEVER, async ([path]) => {
    await flip(path!)
    return 'an answer'
  })
  await t.rejects(
    changes,
    { name: 'CopyLost', message: /changed while it was read/ },
    'while it is read, too',
  )
  await t.rejects(
    cache.during(files, NEVER, async ([path]) => {
      await truncate(path!, 10)
      throw new Error('what the reader says of it')
    }),
    { name: 'CopyLost', message: /changed while it was read/ },
  )
  t.ok(await reads(cache, files))
  t.strictSame(
    [lines, cache.damaged, cache.counters.faults],
    [[], 0, 0],
    'the lake is not to blame',
  )
})

t.test('a copy that is fetched again has a new path', async t => {
  const { files, open } = await lake(t, 1)
  const cache = await open()
  const pathOf = (): Promise<string> => cache.during(files, NEVER, async ([path]) => path!)
  const paths = [await pathOf(), await pathOf()]
  t.equal(paths[0], paths[1])
  await writeFile(paths[0]!, Buffer.alloc(SIZE))
  // DuckDB reuses the footer of a file of the same path, size, second and inode number, which file systems reuse, too.
  t.not(await pathOf(), paths[0])
  t.ok(await reads(cache, files))
  await cache.close()
  const next = await open()
  t.ok(await reads(next, files))
  t.match(next.counters, { fetchedBytes: 0 }, 'the next process knows it by its name')
})

t.test('a copy that changes on disk during its fetch is fetched again', async t => {
  const { s3, files, folder, objects } = await lake(t, 1)
  let isSpoilt = false
  async function* spoilt(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      yield piece
      // It is on the disk now.
      if (isSpoilt) continue
      isSpoilt = true
      const [name] = await names(folder)
      const copy = await openFile(join(folder, (await readdir(folder))[0]!, name!), 'r+')
      await copy.write(OTHER, 200)
      await copy.close()
    }
  }
  const spoiling: Objects = {
    ...objects,
    get: async (name, options) => spoilt(await objects.get(name, options)),
  }
  const cache = await LakeCache.open({
    objects: spoiling,
    folder,
    size: SIZE,
    onFault: line => t.fail(line),
  })
  t.teardown(() => cache.close())
  t.ok(await reads(cache, files))
  t.ok(isSpoilt)
  t.equal(s3.calls.length, 2)
  t.equal(cache.counters.faults, 0, 'the object is not damaged')
  t.equal(cache.bytes, SIZE)
})

t.test('a copy that changes right after it was fetched is not used', async t => {
  const { files, open } = await lake(t, 20)
  const cache = await open()
  for (const file of files) {
    // Within the tick of the clock in which it was written.
    const spoil = async ([path]: readonly string[]): Promise<void> => {
      const copy = openSync(path!, 'r+')
      writeSync(copy, OTHER, 200)
      closeSync(copy)
    }
    await t.rejects(cache.during([file], NEVER, spoil), { name: 'CopyLost' })
    t.ok(await reads(cache, [file]))
  }
})

t.test('a damaged object is remembered until a fetch succeeds', async t => {
  const { s3, files, lines, open } = await lake(t, 2)
  const cache = await open()
  s3.fault(() => ({ wrong: 123_456 }))
  await t.rejects(reads(cache, [files[0]!]), { name: 'ObjectDamaged', file: files[0]!.file })
  t.match(await cache.damage(), { name: 'ObjectDamaged', file: files[0]!.file })
  t.equal(cache.damaged, 1)
  t.ok(await (s3.fault(() => undefined), reads(cache, [files[1]!])), 'others are served')
  t.intercept(performance, 'now', { value: () => 1e12 })
  await until('it was asked for again', async () => (await cache.damage()) === undefined)
  t.ok(await reads(cache, files))
  t.equal(lines.length, 1)
})

t.test('concurrently open caches share no folder', async t => {
  const { s3, files, folder, open } = await lake(t, 1)
  const [one, other] = [await open(), await open()]
  t.ok(await reads(one, files))
  t.ok(await reads(other, files))
  t.equal(s3.calls.length, 2)
  t.equal((await readdir(folder)).length, 2)
})

t.test('a file removed during a read fails that read by name, or the read succeeds', async t => {
  const { files, folder, open } = await lake(t, 2)
  const cache = await open()
  t.ok(await reads(cache, files))
  const failed = new Error('No files found that match the pattern')
  await t.rejects(
    cache.during(files, NEVER, async ([path]) => {
      await rm(path!)
      throw failed
    }),
    { name: 'CopyLost', cause: failed },
  )
  await t.rejects(
    cache.during(files, NEVER, () => Promise.reject(failed)),
    failed,
    'nothing was removed',
  )
  t.equal(
    await cache.during(files, NEVER, async ([path]) => (await rm(path!), 'read before')),
    'read before',
  )
  t.ok(await reads(cache, files))
  await rm(folder, { recursive: true })
  t.ok(await reads(cache, files))
  t.equal(cache.bytes, 2 * SIZE)
})

t.test('a file removed by an operator is fetched again', async t => {
  const { files, folder, open } = await lake(t, 2)
  const cache = await open()
  t.ok(await reads(cache, files))
  await rm(folder, { recursive: true })
  t.ok(await reads(cache, files))
  t.equal(cache.bytes, 2 * SIZE)
})

t.test(
  'an unwritable folder is not reported as a lake fault',
  { skip: process.getuid?.() === 0 && 'root writes everywhere' },
  async t => {
    const { files, folder, open } = await lake(t, 1)
    const cache = await open()
    await cache.ready()
    const [own] = await readdir(folder)
    await chmod(join(folder, own!), 0o500)
    await t.rejects(reads(cache, files), {
      name: 'StoreUnavailable',
      message: /^The cache cannot take a file: EACCES/,
    })
    await t.rejects(cache.ready())
  },
)

t.test('a full disk fails the fetch, not the service', async t => {
  const disk = await smallDisk(t, 2.5 * SIZE)
  if (disk === undefined) return
  const { files, folder, open } = await lake(t, 3, disk.dir)
  const cache = await open()
  t.ok(await reads(cache, files.slice(0, 2)))
  t.ok(await reads(cache, [files[2]!]), 'what nobody reads makes way, whatever the bound')
  t.equal((await names(folder)).length, 2)
  await cache.during(files.slice(0, 1), NEVER, async () => {
    await disk.fill()
    const held = cache.during(files.slice(2), NEVER, async () => {
      await t.rejects(reads(cache, [files[1]!]), {
        name: 'StoreUnavailable',
        message: /^The cache cannot take a file: ENOSPC/,
      })
    })
    await held
  })
  await disk.free()
  t.ok(await reads(cache, [files[1]!]))
})
