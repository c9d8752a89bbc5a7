import { copyFile, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { keptRows } from '../../../../server/store/files/kept-rows.ts'
import { clearSpoolFolder, listSpool } from '../../../../server/store/files/spool-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const ROWS = [
  { name: 'é', value: 0.1 },
  { name: '', value: null },
]
const OTHERS = [{ name: 'b', value: 2 }]

/** Reads as a new process does; whether the rows were made. */
async function read(
  dir: string,
  place: string,
  name: string,
  rows: readonly object[] = ROWS,
  version = '1',
) {
  let made = false
  const returned = await keptRows(dir, version)(place, name, async () => ((made = true), rows))
  return { returned, made }
}

async function onlyFile(dir: string): Promise<string> {
  const [name, ...others] = await readdir(dir)
  if (name === undefined || others.length > 0)
    throw new Error(`expected one file, got ${[name, ...others].join(', ')}`)
  return join(dir, name)
}

t.test('cached rows outlive their process until others replace them', async t => {
  const dir = temporaryFolder(t)
  t.same(await read(dir, 'steps 1', 'a'), { returned: ROWS, made: true })
  t.same(await read(dir, 'steps 1', 'a'), { returned: ROWS, made: false })
  t.same(await read(dir, 'steps 1', 'b', OTHERS), { returned: OTHERS, made: true })
  await onlyFile(dir)
  t.same(
    await read(dir, 'steps 1', 'a', OTHERS),
    { returned: OTHERS, made: true },
    'rows of another name are never returned',
  )
  t.same(await read(dir, 'steps 2', 'a'), { returned: ROWS, made: true })
  t.same(
    await read(dir, 'steps 2', 'a', OTHERS, '2'),
    { returned: OTHERS, made: true },
    'another version makes its own',
  )
})

t.test('a changed byte anywhere causes rows to be recomputed', async t => {
  const dir = temporaryFolder(t)
  await read(dir, 'steps 1', 'a')
  const path = await onlyFile(dir)
  const intact = await readFile(path)
  for (let place = 0; place < intact.length; place++) {
    const damaged = Buffer.from(intact)
    damaged[place]! ^= 1 << (place % 8)
    await writeFile(path, damaged)
    t.same(
      await read(dir, 'steps 1', 'a', OTHERS),
      { returned: OTHERS, made: true },
      `byte ${place}`,
    )
  }
  for (let length = 0; length < intact.length; length++) {
    await writeFile(path, intact.subarray(0, length))
    t.same(
      await read(dir, 'steps 1', 'a', OTHERS),
      { returned: OTHERS, made: true },
      `cut after ${length} bytes`,
    )
  }
})

t.test('a file of another key is not mistaken for the requested one', async t => {
  const dir = temporaryFolder(t)
  await read(dir, 'steps 1', 'a')
  const path = await onlyFile(dir)
  await read(dir, 'steps 2', 'a', OTHERS)
  const other = (await readdir(dir)).find(name => join(dir, name) !== path)!
  await copyFile(path, join(dir, other))
  t.same(await read(dir, 'steps 2', 'a', OTHERS), { returned: OTHERS, made: true })
})

t.test('rows of erased data are not cached', async t => {
  const dir = temporaryFolder(t)
  await keptRows(dir, '1')('steps 1', 'a', async () => {
    await clearSpoolFolder(dir)
    return ROWS
  })
  t.same(await read(dir, 'steps 1', 'a', OTHERS), { returned: OTHERS, made: true })
  await clearSpoolFolder(dir)
  t.same(await readdir(dir), ['cleared'], 'erasing removes those that are kept')
})

t.test('large rows and an unwritable folder only cause recomputation', async t => {
  const dir = temporaryFolder(t)
  const large = [{ name: 'x'.repeat(33 * 2 ** 20), value: 1 }]
  await read(dir, 'steps 1', 'a')
  await read(dir, 'steps 1', 'b', large)
  t.same(await readdir(dir), [], 'rows that they replace go')
  const shared = 'x'.repeat(2 ** 20)
  await keptRows(dir, '1')('steps 1', 'c', async () =>
    Array.from({ length: 20_000 }, () => ({ shared })),
  )
  t.same(
    await readdir(dir),
    [],
    'rows that share an object are not written out beyond the bound: these would take 20 GB',
  )
  t.same(await read(join(dir, 'missing'), 'steps 1', 'a'), { returned: ROWS, made: true })
})

t.test('a failure reaches the caller and leaves nothing', async t => {
  const dir = temporaryFolder(t)
  await t.rejects(
    keptRows(dir, '1')('steps 1', 'a', async () => {
      throw new Error('no store')
    }),
    { message: 'no store' },
  )
  t.same(await readdir(dir), [])
})

t.test('exports evict other files before cached rows do', async t => {
  const dir = temporaryFolder(t)
  await read(dir, 'steps 1', 'a')
  const rows = await onlyFile(dir)
  const file = `${'0'.repeat(64)}.csv`
  await writeFile(join(dir, file), 'x')
  await utimes(rows, 0, 0)
  const evicted = async (keptBytes: number) =>
    (await listSpool(dir, keptBytes)).map(({ name }) => join(dir, name))
  t.same(await evicted(2 ** 20), [join(dir, file), rows])
  t.same(
    await evicted(2 ** 15),
    [rows, join(dir, file)],
    'rows beyond their share go by their last use',
  )
})
