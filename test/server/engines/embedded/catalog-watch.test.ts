import { rm, writeFile } from 'node:fs/promises'
import t from 'tap'
import { CatalogWatch, readCatalog, writeCatalog } from '../../../../server/engines/embedded/catalog-file.ts'
import { EMPTY_CATALOG, type Catalog } from '../../../../server/model/catalog.ts'

function catalog(version: number): Catalog {
  return { ...EMPTY_CATALOG, version, imported_at: '2026-03-31T06:00:00.000Z' }
}

let now = 0
/** The time of the watches here, which stands still until a look at the file is good no more. */
function clock() {
  return now
}
function later() {
  now += 250
}

t.test('no folder, no file: the empty catalog, and never the same object twice', async t => {
  const dir = t.testdir()
  for (const place of [dir, `${dir}/missing`]) t.strictSame(await readCatalog(place), EMPTY_CATALOG)
  const first = await readCatalog(dir)
  first.companies.push({ company_id: 1, name: 'x', version: '1' })
  t.strictSame((await readCatalog(dir)).companies, [])
  t.strictSame(EMPTY_CATALOG.companies, [])
})

t.test('a watch sees each replacement, of the same size and in the same moment too', async t => {
  const dir = t.testdir()
  const watch = new CatalogWatch(dir, clock)
  t.equal((await watch.current()).version, 0)
  for (const version of [1, 2, 3]) {
    await writeCatalog(dir, catalog(version))
    later()
    const seen = await Promise.all(Array.from({ length: 5 }, () => watch.current()))
    t.strictSame(
      seen.map(current => current.version),
      Array(5).fill(version),
    )
    t.equal(new Set(seen).size, 1, 'one object until it changes')
  }
  await rm(`${dir}/catalog.json`)
  later()
  await t.rejects(watch.current(), { name: 'StoreDamaged' }, 'a missing file is not an empty store')
})

t.test('a damaged catalog is refused at each look until a good one replaces it', async t => {
  const dir = t.testdir()
  const watch = new CatalogWatch(dir, clock)
  await writeCatalog(dir, catalog(1))
  t.equal((await watch.current()).version, 1)
  await writeFile(`${dir}/catalog.json`, '{"format":1,')
  later()
  await t.rejects(watch.current())
  await t.rejects(watch.current())
  await writeCatalog(dir, catalog(2))
  t.equal((await watch.current()).version, 2)
})
