import { spawnSync } from 'node:child_process'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import t from 'tap'
import { clearSpoolFolder, type OpenFile } from '../../../../server/store/files/spool-folder.ts'
import { Spool, type Build } from '../../../../server/store/files/spool.ts'
import { StoreStillWorking } from '../../../../server/core/model/store.ts'
import { until } from '../../../support/until.ts'
import { work } from '../../../support/work.ts'
import { latency } from '../../../support/pauses.ts'

function write(content: string | Buffer, totalRows = 1): Build {
  return async path => {
    await writeFile(path, content)
    return { totalRows }
  }
}
const never: Build = () => Promise.reject(new Error('built again'))

/** Reads the content and closes the file. */
async function read({ handle, size }: OpenFile): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0)
  await handle.close()
  return buffer.toString('utf8', 0, bytesRead)
}

t.test('a file is built once and found after a restart', async t => {
  const dir = `${t.testdir()}/spool`
  const spool = await Spool.open(dir)
  const first = await spool.open('a', 'csv', write('content', 42), work)
  t.match(first, { size: 7, totalRows: 42 })
  t.equal(await read(first), 'content')
  const again = await Spool.open(dir)
  t.same(await again.get('a', 'csv', never, work), { size: 7, totalRows: 42 })
  t.equal(await read(await again.open('a', 'csv', never, work)), 'content')
})

t.test('tags may be any text; tags and formats are distinct', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir)
  const tags = ['a', 'A', '../../a', 'a/b', '', '\0', 'é'.repeat(5000)]
  for (const [i, tag] of tags.entries()) await spool.get(tag, 'csv', write(`csv ${i}`), work)
  await spool.get('a', 'parquet', write('parquet'), work)
  for (const [i, tag] of tags.entries())
    t.equal(await read(await spool.open(tag, 'csv', never, work)), `csv ${i}`)
  t.equal(await read(await spool.open('a', 'parquet', never, work)), 'parquet')
  for (const name of await readdir(dir)) t.match(name, /^[0-9a-f]{64}\.(csv|parquet)$/)
})

t.test('concurrent requests share one build and its failure', async t => {
  const spool = await Spool.open(t.testdir())
  let builds = 0
  const slow =
    (fails: boolean): Build =>
    async (path, work) => {
      builds++
      await latency(30)
      if (fails) throw new Error('no luck')
      return write('x')(path, work)
    }
  const failed = await Promise.allSettled(
    [1, 2, 3].map(() => spool.get('a', 'csv', slow(true), work)),
  )
  t.same(
    failed.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  t.equal(builds, 1)
  await Promise.all([1, 2, 3].map(() => spool.get('a', 'csv', slow(false), work)))
  t.equal(builds, 2)
})

t.test('a build is invisible until it is done, and after a failure', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir)
  await t.rejects(
    spool.get(
      'a',
      'csv',
      async path => {
        await writeFile(path, 'half')
        t.equal((await readdir(dir)).filter(name => name.endsWith('.csv')).length, 0)
        throw new Error('disk full')
      },
      work,
    ),
    { message: 'disk full' },
  )
  t.same(await readdir(dir), [])
  await t.rejects(
    spool.get('a', 'csv', async () => ({ totalRows: 1 }), work),
    { code: 'ENOENT' },
    'a build that writes no file',
  )
  t.same(await readdir(dir), [])
})

t.test('the least recently used files are evicted above the limit', async t => {
  const dir = t.testdir()
  const megabyte = Buffer.alloc(2 ** 20)
  const maxBytes = 4 * 2 ** 20
  const spool = await Spool.open(dir, { maxBytes })
  for (const [i, tag] of ['a', 'b', 'c'].entries()) {
    await spool.get(tag, 'csv', write(megabyte), work)
    for (const name of await readdir(dir)) await touchOnce(`${dir}/${name}`, i)
  }
  // Another process, which has used none of them so far: `a` is the oldest, and is used again.
  const other = await Spool.open(dir, { maxBytes })
  await other.get('a', 'csv', never, work)
  await other.get('d', 'csv', write(megabyte), work)
  await t.rejects(other.get('b', 'csv', never, work), { message: 'built again' })
  for (const tag of ['a', 'c', 'd']) await other.get(tag, 'csv', never, work)
  t.equal((await readdir(dir)).length, 3)
})

const aged = new Set<string>()
/** Gives each file, in the order they came, a time of its own long ago. */
async function touchOnce(path: string, order: number): Promise<void> {
  if (aged.has(path)) return
  aged.add(path)
  await utimes(path, 1_700_000_000 + order, 1_700_000_000 + order)
}

t.test('a smaller limit applies from the start', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir)
  for (const tag of ['a', 'b', 'c']) await spool.get(tag, 'csv', write(Buffer.alloc(2 ** 20)), work)
  await Spool.open(dir, { maxBytes: 2.5 * 2 ** 20 })
  t.equal((await readdir(dir)).length, 2)
})

t.test('leftovers of unfinished builds are removed at start; running builds are not', async t => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const mine = `tmp-${hostname()}-${process.pid}-00000000-000000000001`
  const dead = `tmp-${hostname()}-${ended}-00000000-000000000002`
  const elsewhereNew = 'tmp-some-other-host-1-00000000-000000000003'
  const elsewhereOld = 'tmp-some-other-host-1-00000000-000000000004'
  const parent = `tmp-${hostname()}-${process.ppid}-00000000-000000000005`
  const dir = t.testdir(
    Object.fromEntries(
      [mine, dead, elsewhereNew, elsewhereOld, parent].map(name => [name, 'half']),
    ),
  )
  await utimes(`${dir}/${elsewhereOld}`, 1_700_000_000, 1_700_000_000)
  await Spool.open(dir)
  t.same((await readdir(dir)).sort(), [elsewhereNew, parent].sort())
})

t.test('two processes that share a folder both get the file', async t => {
  const dir = t.testdir()
  const [one, two] = await Promise.all([Spool.open(dir), Spool.open(dir)])
  const both = await Promise.all([
    one.open('a', 'csv', write('same', 1), work),
    two.open('a', 'csv', write('same', 1), work),
  ])
  t.same(await Promise.all(both.map(read)), ['same', 'same'])
  t.equal((await readdir(dir)).length, 1)
})

t.test('two processes that share a folder keep it within the limit', async t => {
  const dir = t.testdir()
  const most = 32
  // A small file counts as 64 KiB.
  const spools = await Promise.all([1, 2].map(() => Spool.open(dir, { maxBytes: most * 65_536 })))
  for (let i = 0; i < 30; i++) {
    for (const [n, spool] of spools.entries()) await spool.get(`${n} ${i}`, 'csv', write('x'), work)
  }
  t.ok((await readdir(dir)).length <= (most * 9) / 8)
})

t.test('other processes see a use, which does not change the modification time', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir)
  await spool.get('a', 'csv', write('a'), work)
  const path = `${dir}/${(await readdir(dir))[0]}`
  const { mtimeMs } = await stat(path)
  t.equal(mtimeMs % 1000, 0)
  await utimes(path, 1_700_000_000, mtimeMs / 1000)
  const other = await Spool.open(dir)
  const before = Date.now()
  await other.get('a', 'csv', never, work)
  const after = await stat(path)
  t.ok(after.atimeMs >= before - 1)
  t.equal(after.mtimeMs, mtimeMs)
})

t.test('foreign files are neither counted nor removed', async t => {
  const foreign = [
    'notes.txt',
    'facts.json',
    'a.csv',
    `${'0'.repeat(63)}.csv`,
    `${'0'.repeat(64)}.csv.bak`,
  ]
  const dir = t.testdir(Object.fromEntries(foreign.map(name => [name, 'x'.repeat(100_000)])))
  const spool = await Spool.open(dir, { maxBytes: 4 * 65_536 })
  for (const tag of ['a', 'b', 'c', 'd', 'e', 'f']) await spool.get(tag, 'csv', write('x'), work)
  t.ok((await readdir(dir)).length - foreign.length >= 2)
  await spool.clear()
  t.same((await readdir(dir)).sort(), [...foreign, CLEARED].sort())
})

const CLEARED = 'cleared'

t.test('clearing removes files at rest, in use and under construction', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir)
  await spool.get('kept', 'csv', write('kept'), work)
  const reading = await spool.open('read', 'csv', write('read'), work)
  const begun = deferred()
  const cleared = deferred()
  let builds = 0
  /** Reads its data, and writes them later. */
  const slow =
    (early: boolean): Build =>
    async path => {
      const text = `build ${++builds}`
      if (early) await writeFile(path, text)
      if (builds === 2) begun.resolve()
      await cleared.promise
      await writeFile(path, text)
      return { totalRows: 1 }
    }
  const building = [
    spool.open('early', 'csv', slow(true), work),
    spool.open('late', 'csv', slow(false), work),
  ]
  await begun.promise
  const { files, bytes } = await spool.clear()
  t.equal(files, 3)
  t.ok(bytes > 'kept'.length + 'read'.length + 'build 1'.length)
  t.same(await readdir(dir), [CLEARED])
  cleared.resolve()
  const texts = await Promise.all(building.map(async opened => read(await opened)))
  t.same(texts.sort(), ['build 3', 'build 4'], 'a build that had begun is repeated')
  t.equal(await read(reading), 'read', 'a download is read to its end')
  await t.rejects(spool.get('kept', 'csv', never, work), { message: 'built again' })
  await t.rejects(spool.get('read', 'csv', never, work), { message: 'built again' })
  const left = spool.metrics().find(({ name }) => name === 'uascope_spool_bytes')!
  t.equal(left.value, 2 * 65_536, 'only what was built since counts')
})

function deferred() {
  let resolve = (): void => undefined
  const promise = new Promise<void>(done => (resolve = done))
  return { promise, resolve }
}

t.test('a folder can be cleared without a service, or while one builds', async t => {
  const dir = t.testdir()
  t.same(await clearSpoolFolder(`${dir}/none`), { files: 0, bytes: 0 })
  const spool = await Spool.open(dir)
  let builds = 0
  const build: Build = async path => {
    await writeFile(path, `build ${++builds}`)
    if (builds === 1) t.equal((await clearSpoolFolder(dir)).files, 1)
    return { totalRows: 1 }
  }
  t.equal(await read(await spool.open('a', 'csv', build, work)), 'build 2')
  t.equal((await clearSpoolFolder(dir)).files, 1)
  t.same(await readdir(dir), [CLEARED])
  t.equal(await read(await spool.open('a', 'csv', build, work)), 'build 3')
})

t.test('a caller that waited long is asked to retry, and joins the running build', async t => {
  const spool = await Spool.open(t.testdir(), { patience: 30 })
  let finish = (): void => undefined
  const finished = new Promise<void>(resolve => (finish = resolve))
  const build: Build = async path => {
    await finished
    await writeFile(path, 'content')
    return { totalRows: 1 }
  }
  await t.rejects(spool.get('a', 'csv', build, work), StoreStillWorking)
  const again = spool.get('a', 'csv', never, work)
  finish()
  // On a busy machine the build may outlast the patience once more.
  let size = await sizeOf(again)
  await until(
    'it is built',
    async () => (size ??= await sizeOf(spool.get('a', 'csv', never, work))) !== undefined,
  )
  t.equal(size, 7)
})

/** The size of a file; undefined if it is still being built. */
async function sizeOf(file: Promise<{ size: number }>): Promise<number | undefined> {
  try {
    return (await file).size
  } catch (error) {
    if (error instanceof StoreStillWorking) return undefined
    throw error
  }
}

t.test('a build for which no caller returns is aborted', async t => {
  const spool = await Spool.open(t.testdir(), { patience: 1000, linger: 20 })
  let signal: AbortSignal | undefined
  const build: Build = (_path, work) =>
    new Promise((_resolve, reject) => {
      signal = work.signal
      work.signal.addEventListener('abort', () => reject(work.signal.reason as Error))
    })
  await t.rejects(spool.get('a', 'csv', build, work), StoreStillWorking)
  t.equal(signal?.aborted, false)
  await until('it is given up', () => signal?.aborted === true)
  t.match(await spool.get('a', 'csv', write('content'), work), { size: 7 })
})
