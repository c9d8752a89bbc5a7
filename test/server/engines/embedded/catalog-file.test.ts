import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { EMPTY_CATALOG, type Catalog } from '../../../../server/model/catalog.ts'
import { createCatalog, readCatalog, writeCatalog } from '../../../../server/engines/embedded/catalog-file.ts'

function catalog(version: number): Catalog {
  return { ...EMPTY_CATALOG, version, networks: [{ network: 'Other', traditional: true }] }
}

t.test('a written catalog is read again; a folder without a store has the empty catalog', async t => {
  const dataDir = t.testdir()
  t.same(await readCatalog(dataDir), EMPTY_CATALOG)
  await writeCatalog(dataDir, catalog(3))
  t.strictSame(await readCatalog(dataDir), catalog(3))
})

t.test('a catalog of a newer version is refused with its format', async t => {
  const dataDir = t.testdir()
  for (const content of ['{"format":3}', JSON.stringify({ ...EMPTY_CATALOG, format: 12 })]) {
    await writeFile(join(dataDir, 'catalog.json'), content)
    await t.rejects(readCatalog(dataDir), {
      name: 'Error',
      message: /was written by a newer version of uascope: its catalog has format \d+, .* up to 2/,
    })
  }
})

t.test('a damaged catalog is StoreDamaged, never an empty store', async t => {
  const dataDir = t.testdir()
  const sound = JSON.stringify(EMPTY_CATALOG)
  const contents = ['', '{', 'null', '[]', '0', '{"format":1}', sound.slice(0, 90), sound, JSON.stringify({ ...EMPTY_CATALOG, format: 0 })]
  for (const content of contents) {
    await writeFile(join(dataDir, 'catalog.json'), content)
    await t.rejects(readCatalog(dataDir), { name: 'StoreDamaged', file: 'catalog.json', message: /verify --repair/ }, content)
  }
})

t.test('a catalog with any one bit flipped is never read', async t => {
  const dataDir = t.testdir()
  await writeCatalog(dataDir, catalog(1))
  const path = join(dataDir, 'catalog.json')
  const sound = await readFile(path)
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length * 8 - 1), async bit => {
      const bytes = Buffer.from(sound)
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      await writeFile(path, bytes)
      await readCatalog(dataDir).then(
        () => t.fail(`bit ${bit} was not noticed`),
        () => undefined,
      )
    }),
    { numRuns: 200 },
  )
  await writeFile(path, sound)
  t.strictSame(await readCatalog(dataDir), catalog(1))
})

t.test('the catalog of an earlier version, without checksums, is read', async t => {
  const dataDir = t.testdir({ 'catalog.json': JSON.stringify({ ...catalog(7), format: 1 }) })
  t.strictSame(await readCatalog(dataDir), catalog(7))
})

t.test('a missing catalog is an error where any part of a store is left, and says which', async t => {
  for (const sign of [
    'deliveries/1/facts-1.parquet',
    'keys/a.json',
    'users/invitations/a.json',
    'audit/2026-01.jsonl',
    'catalogs/3.json',
  ]) {
    const [folder, ...rest] = sign.split('/') as [string, ...string[]]
    const content = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'x') as Record<string, never>
    const dataDir = t.testdir({ [folder]: content })
    const words = new RegExp(`^catalog.json is missing from DATA_DIR .*, which has ${folder}/.*Nothing was changed$`)
    await t.rejects(readCatalog(dataDir), { name: 'StoreDamaged', file: 'catalog.json', message: words })
    await createCatalog(dataDir)
    t.strictSame(await readdir(dataDir), [folder], 'none is made up for it')
  }
  const empty = t.testdir({ deliveries: { '1': {} }, 'notes.txt': 'x' })
  t.same(await readCatalog(empty), EMPTY_CATALOG, 'folders without a file are not a store')
})

t.test('recent catalogs are kept, and an older one in the place of the newest is noticed', async t => {
  const dataDir = t.testdir()
  for (let version = 1; version <= 20; version++) await writeCatalog(dataDir, catalog(version))
  const kept = (await readdir(join(dataDir, 'catalogs'))).map(name => parseInt(name)).sort((one, other) => one - other)
  t.strictSame(
    kept,
    Array.from({ length: 16 }, (_, index) => index + 5),
  )
  await writeFile(join(dataDir, 'catalog.json'), await readFile(join(dataDir, 'catalogs/19.json')))
  await t.rejects(readCatalog(dataDir), { name: 'StoreDamaged', message: /is version 19, older than catalogs\/20.json/ })
  await rm(join(dataDir, 'catalogs'), { recursive: true })
  t.strictSame(await readCatalog(dataDir), catalog(19), 'without the copies nothing else says so')
})
