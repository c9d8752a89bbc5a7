import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { EMPTY_CATALOG } from '../../../../server/model/catalog.ts'
import { readCatalog, writeCatalog } from '../../../../server/engines/embedded/catalog-file.ts'

t.test('what is written is read; no file is the empty catalog', async t => {
  const dataDir = t.testdir()
  t.same(await readCatalog(dataDir), EMPTY_CATALOG)
  const catalog = { ...EMPTY_CATALOG, version: 3, networks: [{ network: 'Other', traditional: true }] }
  await writeCatalog(dataDir, catalog)
  t.same(await readCatalog(dataDir), catalog)
})

t.test('a catalog of a newer version, and a damaged one, are refused in words of their own that name DATA_DIR', async t => {
  const dataDir = t.testdir()
  const contents = [
    ['{"format":2}', 'was made by a newer version of uascope: its catalog has format 2, this version knows 1'],
    [JSON.stringify({ ...EMPTY_CATALOG, format: 12 }), 'was made by a newer version'],
    ['', 'is damaged'],
    [JSON.stringify(EMPTY_CATALOG).slice(0, 90), 'is damaged'],
    ['null', 'is damaged'],
    ['[]', 'is damaged'],
    ['{"format":1}', 'is damaged'],
    [JSON.stringify({ ...EMPTY_CATALOG, format: 0 }), 'is damaged'],
  ] as const
  for (const [content, words] of contents) {
    await writeFile(join(dataDir, 'catalog.json'), content)
    await t.rejects(readCatalog(dataDir), { message: new RegExp(`^DATA_DIR ${dataDir} ${words}.*DATA_DIR$`) }, content)
  }
})
