import t from 'tap'
import { FILES_OF_DATABASE, FILES_OF_FOLDER, rowFaults } from '../../../server/model/catalog-document.ts'
import { catalogIn } from '../../../server/engines/embedded/named-files.ts'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { folder, load } from '../delivery/folder.ts'

t.test("an import's values are valid, and an invalid one is named by its path", async t => {
  const dataDir = await folder(t)
  await load(t, dataDir, minimalDelivery())
  const sound = JSON.stringify(await catalogIn(dataDir))
  t.equal(catalogFault(JSON.parse(sound), FILES_OF_FOLDER), undefined)
  const broken: [path: string, value: unknown][] = [
    ['runs.0.run_id', '1; DROP TABLE x'],
    ['runs.0.run_id', 1.5],
    ['runs.0.run_id', -1],
    ['runs.0.app_id', 2 ** 53],
    ['runs.0.created_at', `2026-01-01' --`],
    ['runs.0.max_install_date', '2026-02-30'],
    ['runs.0.kind', 'x'],
    ['runs.0.facts.file', '../../keys/a.parquet'],
    ['runs.0.facts.file', 'deliveries/1/../x-1.parquet'],
    ['runs.0.facts.dsi_values', ['1']],
    ['runs.0.facts.first_install_date', 'x'],
    ['apps.0.dsi_values', [null]],
    ['apps.0.name', 1],
    ['apps.0.target_roas_type', 'x'],
    ['app_access.0.company_id', null],
    ['companies', {}],
    ['files.1.snapshots', null],
    ['files.1.identities.rows', '1'],
    ['files.x', {}],
    ['retired', [{ file: '/etc/passwd', since: '2026-01-01T00:00:00.000Z' }]],
  ]
  for (const [path, value] of broken) {
    const catalog = JSON.parse(sound) as Record<string, unknown>
    const steps = path.split('.')
    const parent = steps.slice(0, -1).reduce((at, step) => at[step] as Record<string, unknown>, catalog)
    parent[steps.at(-1)!] = value
    t.match(
      catalogFault(catalog, FILES_OF_FOLDER),
      new RegExp(`^catalog\\.${path.replaceAll('.', '\\.')}`),
      `${path} = ${JSON.stringify(value)}`,
    )
  }
  t.match(catalogFault(JSON.parse(sound), FILES_OF_DATABASE), /file$/, 'files of a folder are not files of a database')
})

t.test('tens of thousands of runs are looked through in no time', async t => {
  const dataDir = await folder(t)
  await load(t, dataDir, minimalDelivery())
  const catalog = await catalogIn(dataDir)
  const runs = Array.from({ length: 50_000 }, (_, index) => ({ ...catalog.runs[0]!, run_id: index }))
  t.equal(catalogFault({ ...catalog, runs }, FILES_OF_FOLDER), undefined)
})
