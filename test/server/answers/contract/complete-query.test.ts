import fc from '../../../support/fast-check.ts'
import t from 'tap'
import type { Requests } from '../../../../generated/operations.ts'
import { formatList } from '../../../support/format-list.ts'
import { completeQuery, parseRequest } from '../../../../server/answers/contract/query.ts'

type Report = Requests['getReport']['query']

function some<T>(...items: T[]) {
  return fc.subarray(items, { minLength: 1 })
}

const names = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), {
  minLength: 1,
  maxLength: 4,
})
const date = fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-01')
const report: fc.Arbitrary<Partial<Report>> = fc.record(
  {
    csvSafe: fc.boolean(),
    csvBom: fc.boolean(),
    appId: fc.nat(),
    granularity: fc.constantFrom('campaign', 'campaign_geo'),
    installGrouping: fc.constantFrom('daily', 'weekly', 'monthly'),
    metrics: some('ltv', 'roas', 'spend', 'installs', 'cpi'),
    roasTypes: some('paid', 'full_blended'),
    revenueTypes: some('gross', 'net'),
    dsiValues: fc.uniqueArray(fc.nat(36500), { minLength: 1 }),
    startDate: date,
    endDate: date,
    countries: some('DE', 'US', 'Unknown'),
    platforms: some('ios', 'web'),
    networks: names,
    campaigns: names,
    format: fc.constantFrom('parquet', 'csv'),
    maturity: fc.boolean(),
    limit: fc.integer({ min: 1, max: 500 }),
    order: fc.constantFrom('install_cohort', 'newest'),
  },
  { requiredKeys: ['appId', 'granularity'] },
)

t.test('typed parameters are completed and refused like those of a request', async t => {
  const seen = { value: 0, faults: 0 }
  fc.assert(
    fc.property(report, parameters => {
      const parsed = parseRequest('getReport', textsOf(parameters))
      const direct = 'value' in parsed ? { value: parsed.value.query } : parsed
      const completed = completeQuery('getReport', parameters)
      t.strictSame(completed, direct)
      // Links and file names are made of it: the order counts as well.
      t.equal(JSON.stringify(completed), JSON.stringify(direct))
      seen['value' in completed ? 'value' : 'faults']++
    }),
  )
  t.ok(seen.value > 0 && seen.faults > 0)
})

function textsOf(parameters: Partial<Report>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, Array.isArray(value) ? formatList(value.map(String)) : String(value)]],
    ),
  )
}
