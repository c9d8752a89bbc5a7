import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { REVENUE_TYPES, ROAS_TYPES } from '../../../../generated/vocabulary/vocabulary.ts'
import fc from '../../../support/fast-check.ts'
import t from 'tap'
import { factsColumns } from '../../../../server/engines/common/group-sql.ts'
import { parquet, reportGroups, totalsSql, wantedOfReport, wantedOfTotals } from '../../../../server/engines/common/parquet-groups.ts'
import type { RunFacts } from '../../../../server/model/catalog.ts'
import { IDENTITY_NAMES } from '../../../../server/model/identities.ts'
import { joined, literal, plain, sql, type Sql } from '../../../../server/model/sql.ts'
import type { ReportGroupsQuery } from '../../../../server/model/store.ts'

const DSIS = [0, 7, 30]
const facts: RunFacts = { file: 'facts', rows: 3, dsi_values: DSIS, first_install_date: '2026-01-01', last_install_date: '2026-01-03' }

/** What a scan of EXPLAIN reads, by the names of its projections and its filters. */
interface Plan {
  name: string
  children: Plan[]
  extra_info: { Projections?: string | string[]; Filters?: string | string[] } & Record<string, unknown>
}

function scanned(plan: Plan, names: readonly string[]): string[] {
  const { Projections = [], Filters = [] } = plan.extra_info
  const texts = plan.name.includes('PARQUET') ? [Projections, Filters].flat() : []
  const words = texts.flatMap(text => text.match(/\w+/g) ?? [])
  return [...names.filter(name => words.includes(name)), ...plan.children.flatMap(child => scanned(child, names))]
}

async function readsOf(connection: DuckDBConnection, query: Sql, names: readonly string[]): Promise<string[]> {
  const reader = await connection.runAndReadAll(sql`EXPLAIN (FORMAT json) ${query}`)
  const plans = JSON.parse(String(reader.getRows()[0]![1])) as Plan[]
  return plans.flatMap(plan => scanned(plan, names))
}

const query = fc
  .record({
    grouping: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'total' as const),
    groupBy: fc.subarray([...IDENTITY_NAMES]),
    revenue: fc.uniqueArray(
      fc.record({
        roasType: fc.constantFrom(...ROAS_TYPES),
        revenueType: fc.constantFrom(...REVENUE_TYPES),
        // One that the run has no columns of among them.
        dsi: fc.constantFrom(...DSIS, 365),
      }),
      { maxLength: 4, selector: column => Object.values(column).join() },
    ),
    partial: fc.boolean(),
    identityIds: fc.constantFrom(undefined, [], [1, 2]),
  })
  .map(
    drawn =>
      ({ ...drawn, run: { facts }, range: { start: '2026-01-01', end: '2026-01-02' }, limit: undefined }) as unknown as ReportGroupsQuery,
  )

t.test('of facts is wanted what DuckDB reads of them', async t => {
  const dir = t.testdir()
  const [path, identities] = [join(dir, 'facts.parquet'), join(dir, 'identities.parquet')]
  const instance = await DuckDBInstance.create(':memory:')
  t.teardown(() => instance.closeSync())
  const connection = await instance.connect()
  const columns = factsColumns(facts).map(
    name => sql`${name === 'install_date' ? sql`DATE '2026-01-01' + range::INTEGER` : sql`range`} AS ${plain(name)}`,
  )
  await connection.run(sql`COPY (SELECT ${joined(columns)} FROM range(3)) TO ${literal(path)} (FORMAT parquet)`)
  const names = joined(IDENTITY_NAMES.map(name => sql`range::VARCHAR AS ${plain(name)}`))
  await connection.run(sql`COPY (SELECT range AS id, ${names} FROM range(3)) TO ${literal(identities)} (FORMAT parquet)`)

  await t.test('reports', async t => {
    await fc.assert(
      fc.asyncProperty(query, async query => {
        const groups = reportGroups(query, { facts: parquet([path]), identities: parquet([identities]) })
        const part = { periods: query.range, groupIds: [1] }
        const read = new Set<string>()
        for (const relation of [await groups.keys(), await groups.keys(query.revenue), await groups.groups(), await groups.groups(part)]) {
          for (const name of await readsOf(connection, relation, factsColumns(facts))) read.add(name)
        }
        const wanted = wantedOfReport(query, facts)
        t.strictSame(wanted.dates, query.range)
        const unwanted = [...read].filter(name => !wanted.columns.includes(name))
        const unread = wanted.columns.filter(name => !read.has(name))
        // Where no identity passes, nothing is read at all.
        if (unwanted.length > 0 || (unread.length > 0 && query.identityIds?.length !== 0)) {
          throw new Error(`read, not wanted: ${unwanted.join()}; wanted, not read: ${unread.join()}`)
        }
      }),
      { numRuns: 60 },
    )
  })

  await t.test('totals', async t => {
    const recent = { start: '2026-01-01', end: '2026-01-02' }
    const read = await readsOf(
      connection,
      totalsSql(recent, parquet([path]), value => value),
      factsColumns(facts),
    )
    t.strictSame(wantedOfTotals(facts).columns, read)
  })
})
