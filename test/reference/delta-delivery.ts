import { join } from 'node:path'
import { readDeltaTable, type DeltaTable } from './delta-table.ts'
import {
  REVENUE_TYPES,
  ROAS_TYPES,
  type CohortRevenueRow,
  type CohortRow,
  type Delivery,
  type Identity,
  type RoasSnapshotRow,
} from './delivery.ts'

type Row = DeltaTable['rows'][number]

const REVENUES = ROAS_TYPES.flatMap(type => REVENUE_TYPES.map(revenue => `${type}_${revenue}` as const))

/** The rows of an app as a delivery has them, read from its open tables in the folder of the store. */
export async function deliveredTables(
  store: string,
  appId: number,
): Promise<{ rows: Pick<Required<Delivery>, 'cohorts' | 'cohort_revenue' | 'roas_snapshots'>; versions: (number | undefined)[] }> {
  const [facts, identities, snapshots] = await Promise.all(
    ['facts', 'identities', 'roas_snapshots'].map(table => readDeltaTable(join(store, `app-${appId}`, table))),
  )
  const names = new Map(
    (identities?.rows ?? []).map(({ id, platform, network, campaign, country }) => [id, { platform, network, campaign, country }]),
  )
  const cohortOf = (row: Row) => {
    const identity = names.get(row['identity'])
    if (identity === undefined) throw new Error(`no identity ${row['identity']}`)
    return { ...(identity as unknown as Identity), run_id: Number(row['run_id']), install_date: String(row['install_date']) }
  }
  const seen = new Map<string, number>()
  const named = (facts?.rows ?? []).map((row): [row: Row, cohort: ReturnType<typeof cohortOf>] => {
    const cohort = cohortOf(row)
    const key = [row['run_id'], row['install_date'], row['identity']].join(' ')
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return [row, { ...cohort, ...spelled(cohort, before) }]
  })
  const dsis = [...new Set((facts?.columns ?? []).flatMap(({ name }) => /_d(\d+)$/.exec(name)?.[1] ?? []))].map(Number)
  const rows = {
    cohorts: named.map(([row, cohort]) => ({ ...row, ...cohort })) as unknown as CohortRow[],
    cohort_revenue: named.flatMap(([row, cohort]) =>
      dsis
        .filter(dsi => row[`paid_gross_d${dsi}`] !== null)
        .map(dsi => {
          const revenue = REVENUES.map(name => [name, row[`${name}_d${dsi}`]] as const)
          return { ...cohort, dsi, ...Object.fromEntries(revenue) } as unknown as CohortRevenueRow
        }),
    ),
    roas_snapshots: (snapshots?.rows ?? []).map(row => ({ ...row, ...cohortOf(row) })) as unknown as RoasSnapshotRow[],
  }
  return { rows, versions: [facts, identities, snapshots].map(table => table?.version) }
}

/** Deliveries spell an unknown name as an empty one or `Unknown`: cohorts that differ in nothing else keep their own revenue. */
function spelled(cohort: Identity, before: number): Partial<Identity> {
  const unknown = (['network', 'campaign', 'country'] as const).filter(name => cohort[name] === 'Unknown')
  return Object.fromEntries(unknown.filter((_name, index) => (before >> index) % 2 === 1).map(name => [name, '']))
}
