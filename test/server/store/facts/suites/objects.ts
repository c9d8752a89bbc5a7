import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import type { Objects } from '../../../../../server/store/facts/lake/objects/objects.ts'

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What every place for objects does; `objects` holds none yet. */
export async function holdsForEveryObjects(t: Test, objects: Objects): Promise<void> {
  const dir = t.testdir({})
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    await writeFile(`${dir}/file`, bytes)
    await objects.put(name, `${dir}/file`, { bytes: bytes.length, sha256: sha256Of(bytes) })
  }
  const read = async (...args: Parameters<Objects['get']>): Promise<Buffer> =>
    await buffer(await objects.get(...args))

  await t.test('objects are returned as stored, whole and in ranges', async t => {
    const bytes = randomBytes(1_000_003)
    await put('import-1/facts-1.parquet', bytes)
    t.equal(await objects.size('import-1/facts-1.parquet'), bytes.length)
    t.ok(bytes.equals(await read('import-1/facts-1.parquet')))
    for (const [start, end] of [
      [0, 1],
      [65_536, 400_000],
      [1_000_002, 1_000_003],
      [0, 1_000_003],
    ] as const) {
      t.ok(
        bytes
          .subarray(start, end)
          .equals(await read('import-1/facts-1.parquet', { range: { start, end } })),
        `${start} to ${end}`,
      )
    }
  })

  await t.test(
    'names are independent of each other, and many objects can be used at once',
    async t => {
      const all = Array.from({ length: 20 }, (_, n) => ({
        name: `many/${n}.x_y-z.parquet`,
        bytes: randomBytes(n * 1000),
      }))
      for (const { name, bytes } of all) await put(name, bytes)
      await Promise.all(
        all.map(async ({ name, bytes }) => t.ok(bytes.equals(await read(name)), name)),
      )
    },
  )

  await t.test('a listing has all objects, with sizes and times', async t => {
    const listed = []
    for await (const object of objects.list()) listed.push(object)
    t.strictSame(
      listed.map(({ name, bytes }) => `${name} ${bytes}`).sort(),
      [
        'import-1/facts-1.parquet 1000003',
        ...Array.from({ length: 20 }, (_, n) => `many/${n}.x_y-z.parquet ${n * 1000}`),
      ].sort(),
    )
    t.ok(listed.every(({ at }) => Math.abs(at.getTime() - Date.now()) < 60_000))
  })

  await t.test('missing objects are reported', async t => {
    t.equal(await objects.size('import-1/none.parquet'), undefined)
    await t.rejects(objects.get('import-1/none.parquet'), {
      name: 'NoSuchObject',
      message: 'The lake has no object import-1/none.parquet',
    })
    await t.rejects(objects.get('none/none.parquet', { range: { start: 0, end: 10 } }), {
      name: 'NoSuchObject',
    })
  })

  await t.test('objects can be deleted, and the deletion lists them', async t => {
    await put('import-2/a.parquet', randomBytes(10))
    await put('import-2/b.parquet', randomBytes(10))
    for (const name of [
      'import-2/a.parquet',
      'import-2/a.parquet',
      'none/none.parquet',
      'import-2/b.parquet',
    ])
      await objects.delete(name)
    for (const name of ['import-2/a.parquet', 'import-2/b.parquet'])
      t.equal(await objects.size(name), undefined)
    await put('import-2/c.parquet', randomBytes(10))
    t.equal(await objects.size('import-2/c.parquet'), 10)
  })

  await t.test('a file that does not match its checksum is refused', async t => {
    await writeFile(`${dir}/file`, 'other bytes')
    await t.rejects(
      objects.put('import-3/a.parquet', `${dir}/file`, {
        bytes: 11,
        sha256: sha256Of(Buffer.from('these bytes')),
      }),
    )
    t.equal(await objects.size('import-3/a.parquet'), undefined)
  })

  await t.test('a name never leads outside the store', async t => {
    for (const name of [
      '../a',
      'a/../b',
      '/a',
      'a//b',
      '',
      '.',
      'a/.b',
      'a b',
      'a%2e',
      'a?b',
      'a#b',
      'a\\b',
      'ä',
      'a/',
      'a\n',
      'x'.repeat(600),
    ]) {
      await t.rejects(
        objects.get(name),
        /Not the name of an object/,
        JSON.stringify(name.slice(0, 20)),
      )
      await t.rejects(objects.size(name), /Not the name of an object/)
      await t.rejects(objects.delete(name), /Not the name of an object/)
      await t.rejects(
        objects.put(name, `${dir}/file`, { bytes: 0, sha256: '' }),
        /Not the name of an object/,
      )
    }
  })

  await t.test('a caller that leaves receives nothing more', async t => {
    await put('import-4/a.parquet', randomBytes(3_000_000))
    const gone = new AbortController()
    const pieces = await objects.get('import-4/a.parquet', { signal: gone.signal })
    const reading = (async () => {
      for await (const _ of pieces) gone.abort(new Error('gone'))
    })()
    await t.rejects(reading, { message: 'gone' })
    await t.rejects(objects.get('import-4/a.parquet', { signal: gone.signal }), { message: 'gone' })
  })
}
