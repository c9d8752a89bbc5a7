import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from '../../../../support/fast-check.ts'
import t, { type Test } from 'tap'
import { VerifiedFiles } from '../../../../../server/store/facts/embedded/verified-files.ts'

const NEVER = new AbortController().signal

/** A data directory with one file of 5 KB, and how the catalog names it. */
function oneFile(t: Test) {
  const content = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251))
  const dataDir = t.testdir({ 'facts.parquet': content })
  const part = {
    file: 'facts.parquet',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  return { content, dataDir, part, path: join(dataDir, part.file) }
}

t.test('an intact file is passed to its reader', async t => {
  const { content, dataDir, part } = oneFile(t)
  const files = new VerifiedFiles(dataDir)
  t.strictSame(await files.during([part], NEVER, async ([path]) => await readFile(path!)), content)
  t.equal(await files.damage(new Set([part.file])), undefined)
  t.match(files.metrics(), [{ name: 'uascope_damaged_files', value: 0 }])
})

t.test(
  'no reader gets an emptied, truncated, lengthened, replaced or bit-flipped file, at any use',
  async t => {
    const { content, dataDir, part, path } = oneFile(t)
    const damage = fc.oneof(
      fc.constant(Buffer.alloc(0)),
      fc.nat(content.length - 1).map(length => content.subarray(0, length)),
      fc.constant(Buffer.concat([content, Buffer.from('x')])),
      fc.nat(content.length * 8 - 1).map(bit => {
        const flipped = Buffer.from(content)
        flipped[bit >> 3]! ^= 1 << (bit & 7)
        return flipped
      }),
    )
    await fc.assert(
      fc.asyncProperty(damage, fc.boolean(), async (bytes, wasUsed) => {
        await writeFile(path, content)
        const reported: string[] = []
        const files = new VerifiedFiles(dataDir, ({ message }) => reported.push(message))
        if (wasUsed) await files.during([part], NEVER, async () => undefined)
        const { atime, mtime } = await stat(path)
        await writeFile(path, bytes)
        // Not even a fault that keeps the time of the last change goes unnoticed.
        await utimes(path, atime, mtime)
        let isRead = false
        const read = files.during([part], NEVER, async () => (isRead = true))
        await read.then(
          () => t.fail('damage was not noticed'),
          (error: Error) => t.equal(error.name, 'StoreDamaged'),
        )
        if (isRead) t.fail('a damaged file was read')
        await files.during([part], NEVER, async () => undefined).catch(() => undefined)
        t.strictSame(reported, ['facts.parquet fails its checksum'], 'reported once')
        t.match(await files.damage(new Set([part.file])), { file: part.file })
        await writeFile(path, content)
        t.equal(await files.during([part], NEVER, async () => 'repaired'), 'repaired')
        t.equal(await files.damage(new Set([part.file])), undefined)
      }),
      { numRuns: 100 },
    )
  },
)

t.test(
  'a file that changes during a read fails the reader, whatever the reader returned',
  async t => {
    const { content, dataDir, part, path } = oneFile(t)
    const files = new VerifiedFiles(dataDir)
    const change = async (): Promise<string> => {
      await writeFile(path, Buffer.concat([content, content]))
      return 'an answer'
    }
    await t.rejects(files.during([part], NEVER, change), { name: 'StoreDamaged', file: part.file })
    await writeFile(path, content)
    const fail = () => change().then(() => Promise.reject(new Error('not a Parquet file')))
    await t.rejects(
      files.during([part], NEVER, fail),
      { name: 'StoreDamaged' },
      'which says more than the error of its reader',
    )
  },
)

t.test('a missing file is damage, and a restored one is served again', async t => {
  const { dataDir, part, path } = oneFile(t)
  const files = new VerifiedFiles(dataDir)
  await rename(path, `${path}.away`)
  await t.rejects(files.check(part), { name: 'StoreDamaged', message: 'facts.parquet is missing' })
  t.match(files.metrics(), [{ value: 1 }])
  await rename(`${path}.away`, path)
  await t.resolves(files.check(part))
  t.match(files.metrics(), [{ value: 0 }])
})

t.test('concurrent readers share one check, and a file without a checksum is not read', async t => {
  const { dataDir, part, path } = oneFile(t)
  const files = new VerifiedFiles(dataDir)
  const all = Array.from({ length: 20 }, () =>
    files.during([part, part], NEVER, async paths => paths.length),
  )
  t.strictSame(await Promise.all(all), Array(20).fill(2))
  await t.rejects(files.check({ file: part.file }), { name: 'StoreDamaged' })
  await rm(path)
  await t.rejects(files.check({ file: part.file }), { name: 'StoreDamaged' })
})

t.test(
  'a background check finds a file that decayed without a visible file system change',
  async t => {
    const { content, dataDir, part, path } = oneFile(t)
    const reported: string[] = []
    const files = new VerifiedFiles(dataDir, ({ file }) => reported.push(file))
    await files.check(part)
    await t.resolves(files.checkAgain(part))
    await writeFile(path, Buffer.alloc(content.length))
    await t.rejects(files.checkAgain(part), { name: 'StoreDamaged' })
    t.strictSame(reported, [part.file])
  },
)
