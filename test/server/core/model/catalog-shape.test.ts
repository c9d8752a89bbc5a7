import t from 'tap'
import {
  FILES_OF_DATABASE,
  FILES_OF_FOLDER,
  rowFaults,
} from '../../../../server/core/model/catalog-document.ts'
import { catalogIn } from '../../../../server/store/facts/embedded/named-files.ts'
import { appRowsOf } from '../../../../server/store/records/read-catalog.ts'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { load } from '../../../support/delivery-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

t.test('import values are valid, and an invalid one is named by its path', async t => {
  const dataDir = temporaryFolder(t)
  await load(t, dataDir, minimalDelivery())
  const catalog = await catalogIn(dataDir)
  const rows = {
    companies: catalog.companies[0],
    apps: appRowsOf(catalog, [1]).get(1),
    networks: { network: 'Meta', traditional: true },
    runs: catalog.runs[0],
  }
  const faults = rowFaults(FILES_OF_FOLDER)
  for (const [table, row] of Object.entries(rows))
    t.equal(faults(table as keyof typeof rows, row), undefined, table)
  const broken: [table: keyof typeof rows, path: string, value: unknown][] = [
    ['runs', 'run_id', '1; DROP TABLE x'],
    ['runs', 'run_id', 1.5],
    ['runs', 'run_id', -1],
    ['runs', 'app_id', 2 ** 53],
    ['runs', 'created_at', `2026-01-01' --`],
    ['runs', 'max_install_date', '2026-02-30'],
    ['runs', 'kind', 'x'],
    ['runs', 'facts.file', '../../keys/a.parquet'],
    ['runs', 'facts.file', 'deliveries/1/../x-1.parquet'],
    ['runs', 'facts.dsi_values', ['1']],
    ['runs', 'facts.first_install_date', 'x'],
    ['apps', 'app.dsi_values', [null]],
    ['apps', 'app.name', 1],
    ['apps', 'app.target_roas_type', 'x'],
    ['apps', 'companies', [null]],
    ['apps', 'files.snapshots', null],
    ['apps', 'files.identities.rows', '1'],
    ['companies', 'name', {}],
    ['networks', 'traditional', 1],
  ]
  for (const [table, path, value] of broken) {
    const row = structuredClone(rows[table]) as unknown as Record<string, unknown>
    const steps = path.split('.')
    const parent = steps.slice(0, -1).reduce((at, step) => at[step] as Record<string, unknown>, row)
    parent[steps.at(-1)!] = value
    t.match(
      faults(table, row),
      new RegExp(`^\\.${path.replaceAll('.', '\\.')}`),
      `${table}: ${path} = ${JSON.stringify(value)}`,
    )
  }
  t.match(
    rowFaults(FILES_OF_DATABASE)('runs', rows.runs),
    /file$/,
    'files of a folder are not files of a database',
  )
})
