import { appendFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from '../../../support/fast-check.ts'
import t from 'tap'
import type { Boom } from '@hapi/boom'
import type { ProblemData } from '../../../../server/core/checks/problem.ts'
import type { OpenFile } from '../../../../server/store/files/spool-folder.ts'
import { Spool, type Build } from '../../../../server/store/files/spool.ts'
import { smallDisk } from '../../../support/full-disk.ts'
import { work } from '../../../support/work.ts'
import { latency } from '../../../support/pauses.ts'

const MEGABYTE = 2 ** 20
const KILOBYTE = 1024

function write(size: number): Build {
  return async path => {
    await writeFile(path, Buffer.alloc(size))
    return { totalRows: 1 }
  }
}
const never: Build = () => Promise.reject(new Error('built again'))

/** Writes for as long as it may, in small pieces; `look` is called after each. */
function writeSlowly(size: number, look: () => Promise<void> = async () => undefined): Build {
  return async (path, { signal }) => {
    for (let written = 0; written < size; written += 64 * KILOBYTE) {
      // As DuckDB does, with words of its own.
      if (signal.aborted) throw new Error('INTERRUPT Error: Interrupted!')
      await appendFile(path, Buffer.alloc(64 * KILOBYTE))
      await look()
      await latency(5)
    }
    return { totalRows: 1 }
  }
}

/** The problem that a promise rejects with. */
async function problemOf(
  promise: Promise<unknown>,
): Promise<{ code: string; status: number; detail: string; retryAfter: unknown }> {
  const { data, output, message } = await promise.then(
    () => {
      throw new Error('not refused')
    },
    (error: unknown) => error as Boom<ProblemData>,
  )
  return {
    code: data!.code,
    status: output.statusCode,
    detail: message,
    retryAfter: output.headers['retry-after'],
  }
}

const NO_ROOM = { code: 'insufficient_storage', status: 507, retryAfter: /^\d+$/ }
const TOO_LARGE = { code: 'file_too_large', status: 400, detail: /larger than 1 MiB/ }

/** Disk use of finished files, and of removed ones that are still open, bytes. */
async function diskUse(dir: string, open: Iterable<OpenFile> = []): Promise<number> {
  const blocks = new Map<number, number>()
  for (const name of await readdir(dir)) {
    if (name.startsWith('tmp-')) continue
    const state = await stat(join(dir, name)).catch(() => null)
    if (state !== null) blocks.set(state.ino, state.blocks)
  }
  for (const { handle } of open) {
    const state = await handle.stat()
    blocks.set(state.ino, state.blocks)
  }
  return [...blocks.values()].reduce((sum, count) => sum + count * 512, 0)
}

t.test(
  'files being read stay and count; if they fill the limit, builds are refused until a reader ends',
  async t => {
    const dir = t.testdir()
    const maxBytes = 4 * MEGABYTE
    const spool = await Spool.open(dir, { maxBytes, interval: 25 })
    const open: OpenFile[] = []
    for (const tag of ['a', 'b', 'c'])
      open.push(await spool.open(tag, 'csv', write(MEGABYTE), work))
    t.match(await problemOf(spool.get('d', 'csv', write(MEGABYTE), work)), NO_ROOM)
    for (const tag of ['a', 'b', 'c']) await spool.get(tag, 'csv', never, work)
    t.ok((await diskUse(dir, open)) <= maxBytes)
    await open[1]!.handle.close()
    await spool.get('d', 'csv', write(MEGABYTE), work)
    await t.rejects(
      spool.get('b', 'csv', never, work),
      { message: 'built again' },
      'the one nobody reads made way',
    )
    for (const file of open) await file.handle.close()
  },
)

t.test('a build above three quarters of the limit is stopped with an error', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir, { maxBytes: 2 * MEGABYTE, interval: 25 })
  let written = 0
  const build = writeSlowly(20 * MEGABYTE, async () => {
    written += 64 * KILOBYTE
  })
  t.match(await problemOf(spool.get('a', 'csv', build, work)), TOO_LARGE)
  t.ok(written <= 2 * MEGABYTE, 'while it grows')
  t.same(await readdir(dir), [])
  t.match(
    await problemOf(spool.get('b', 'csv', write(1.6 * MEGABYTE), work)),
    TOO_LARGE,
    'also when it is found out at its end',
  )
  t.same(await readdir(dir), [])
})

t.test('two builds that end at once do not share the room for one', async t => {
  const dir = t.testdir()
  const spool = await Spool.open(dir, { maxBytes: 4 * MEGABYTE })
  await spool.get('unread', 'csv', write(MEGABYTE), work)
  let running = 0
  const build: Build = async (path, work) => {
    running++
    while (running < 2) await latency(5)
    return await write(2.5 * MEGABYTE)(path, work)
  }
  const opened = await Promise.allSettled(
    ['a', 'b'].map(tag => spool.open(tag, 'csv', build, work)),
  )
  const [refused, ...others] = opened.filter(({ status }) => status === 'rejected')
  t.equal(others.length, 0, 'one of them is served')
  t.match(
    await problemOf(Promise.reject((refused as PromiseRejectedResult).reason as Error)),
    NO_ROOM,
  )
  await t.rejects(spool.get('unread', 'csv', never, work), { message: 'built again' })
  for (const file of opened) if (file.status === 'fulfilled') await file.value.handle.close()
})

t.test(
  'a running build comes on top of the limit, and leaves nothing if it is refused',
  async t => {
    const dir = t.testdir()
    const maxBytes = 4 * MEGABYTE
    const spool = await Spool.open(dir, { maxBytes })
    const read = await spool.open('a', 'csv', write(2.5 * MEGABYTE), work)
    t.match(await problemOf(spool.get('b', 'csv', write(2.5 * MEGABYTE), work)), NO_ROOM)
    t.ok((await diskUse(dir, [read])) <= maxBytes)
    t.equal((await readdir(dir)).length, 1)
    await read.handle.close()
    await spool.get('b', 'csv', write(2.5 * MEGABYTE), work)
  },
)

t.test('law: finished files, kept or being read, never exceed the limit', async t => {
  const maxBytes = 32 * MEGABYTE
  const step = fc.record({
    tag: fc.integer({ min: 0, max: 9 }),
    size: fc.integer({ min: 1, max: 26 }),
    reads: fc.boolean(),
    waits: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 8 }), async steps => {
      const dir = t.testdir()
      const spool = await Spool.open(dir, { maxBytes, interval: 25 })
      const open = new Set<OpenFile>()
      let most = 0
      const look = async () => {
        most = Math.max(most, await diskUse(dir, open))
      }
      const running: Promise<void>[] = []
      for (const { tag, size, reads, waits } of steps) {
        const opened = spool
          .open(String(tag), 'csv', writeSlowly(size * MEGABYTE, look), work)
          .then(async file => {
            open.add(file)
            await look()
            if (reads) await latency(100)
            open.delete(file)
            await file.handle.close()
          })
          .catch((error: Boom<ProblemData>) => {
            if (!['insufficient_storage', 'file_too_large'].includes(error.data?.code ?? ''))
              throw error
          })
        running.push(opened)
        if (waits || running.length % 2 === 0) await opened
      }
      await Promise.all(running)
      // Trailers and whole blocks are not counted.
      return most <= maxBytes + 10 * 4096
    }),
    { numRuns: 2 },
  )
})

t.test('a full disk evicts unread files and retries the build', async t => {
  const disk = await smallDisk(t, 4 * MEGABYTE)
  if (disk === undefined) return
  const dir = join(disk.dir, 'spool')
  const spool = await Spool.open(dir)
  for (const tag of ['a', 'b', 'c']) await spool.get(tag, 'csv', write(MEGABYTE), work)
  await spool.get('d', 'csv', write(2 * MEGABYTE), work)
  await t.rejects(spool.get('a', 'csv', never, work), { message: 'built again' })
  const { handle } = await spool.open('d', 'csv', never, work)
  t.match(await problemOf(spool.get('e', 'csv', write(3 * MEGABYTE), work)), {
    ...NO_ROOM,
    detail: /disk is full/,
  })
  t.equal((await readdir(dir)).length, 1, 'nothing is left of the attempts')
  await handle.close()
  await spool.get('e', 'csv', write(3 * MEGABYTE), work)
})

t.test('file writes fail on a full disk and succeed again afterwards', async t => {
  const disk = await smallDisk(t, 4 * MEGABYTE)
  if (disk === undefined) return
  const spool = await Spool.open(join(disk.dir, 'spool'), { probeAge: 0 })
  await spool.ready()
  await spool.get('a', 'csv', write(2 * MEGABYTE), work)
  await disk.fill()
  await spool.ready()
  t.pass('what nobody reads makes way')
  await disk.fill()
  await t.rejects(spool.ready(), { code: 'ENOSPC' })
  await disk.free()
  await spool.ready()
})

t.test('a full disk can be cleared', async t => {
  const disk = await smallDisk(t, 4 * MEGABYTE)
  if (disk === undefined) return
  const dir = join(disk.dir, 'spool')
  const spool = await Spool.open(dir)
  await spool.get('a', 'csv', write(MEGABYTE), work)
  await disk.fill()
  t.match(await spool.clear(), { files: 1 })
  await spool.get('a', 'csv', write(MEGABYTE / 2), work)
})
