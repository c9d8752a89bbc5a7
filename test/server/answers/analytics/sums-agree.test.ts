import { parse } from 'csv-parse/sync'
import t from 'tap'
import { METRICS, REVENUE_TYPES, ROAS_TYPES } from '../../../../generated/vocabulary/vocabulary.ts'
import {
  addUp,
  explain,
  isRatio,
  ratioOf,
  type Sums,
  valueOf,
} from '../../../../server/core/formulas/sums.ts'
import { addDays } from '../../../../server/core/model/dates.ts'
import {
  cohortRow,
  minimalDelivery,
  revenueOf,
  revenueRow,
} from '../../../reference/minimal-delivery.ts'
import fc from '../../../support/fast-check.ts'
import { seed } from '../../../support/seed.ts'
import { startService, type TestService } from '../../../support/started-service.ts'

/** What browsers add up is what the service's SQL adds up: every metric, of every group, with its nulls. */

const DSIS = [1, 7, 365]
const NETWORKS = ['Meta', 'Google', 'Moloco', 'Upfluence']
const DAYS = Array.from({ length: 12 }, (_, index) => addDays('2026-03-19', index))

const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5_000_000 }) },
  { weight: 1, arbitrary: fc.constant(0) },
)
const cohort = fc.record({
  network: fc.constantFrom(...NETWORKS),
  campaign: fc.constantFrom('Alpha', 'Beta'),
  install_date: fc.constantFrom(...DAYS),
  spend: amount,
  installs: fc.oneof(fc.constant(0), fc.nat(60)),
  organic: fc.nat(20),
  // Revenue by DSI; a missing row is revenue that is not known.
  revenue: fc.tuple(...DSIS.map(() => fc.option(amount, { freq: 30 }))),
})
const delivered = fc.uniqueArray(cohort, {
  minLength: 20,
  maxLength: 70,
  selector: ({ network, campaign, install_date }) => `${network} ${campaign} ${install_date}`,
})

function money(units: number): string {
  return (units / 10_000).toFixed(4)
}

function deliveryOf(cohorts: typeof delivered extends fc.Arbitrary<infer Value> ? Value : never) {
  return minimalDelivery({
    cohorts: cohorts.map(({ network, campaign, install_date, spend, installs, organic }) =>
      cohortRow({
        ...{ network, campaign, install_date, spend: money(spend), paid_installs: installs },
        incremental_blended_installs: installs + Math.floor(organic / 2),
        full_blended_installs: installs + organic,
      }),
    ),
    cohort_revenue: cohorts.flatMap(({ network, campaign, install_date, revenue }) =>
      revenue.flatMap((units, index) =>
        units === null
          ? []
          : [
              revenueRow({
                network,
                campaign,
                install_date,
                dsi: DSIS[index]!,
                ...revenueOf(money(units)),
              }),
            ],
      ),
    ),
  })
}

type Row = Record<string, string>

async function report({ get }: TestService, query: string): Promise<Row[]> {
  const { status, body } = await get(`/v1/report?appId=1&granularity=campaign&format=csv&${query}`)
  if (status !== 200) throw new Error(body.toString())
  return parse<Row>(body, { columns: true })
}

function numberIn(row: Row, column: string): number | null {
  const text = row[column]
  if (text === undefined) throw new Error(`no column ${column}`)
  return text === '' ? null : Number(text)
}

function agree(actual: number | null, wanted: number | null): boolean {
  if (actual === null || wanted === null) return actual === wanted
  return Math.abs(actual - wanted) <= 1e-9 * Math.max(1, Math.abs(actual), Math.abs(wanted))
}

const question = fc.record({
  roasType: fc.constantFrom(...ROAS_TYPES),
  revenueType: fc.constantFrom(...REVENUE_TYPES),
  dsi: fc.constantFrom(...DSIS),
  days: fc.integer({ min: 1, max: 6 }),
})

t.test('sums of groups computed in browsers agree with the report', async t => {
  for (const cohorts of fc.sample(delivered, { numRuns: 2, seed })) {
    const service = await startService(t, { deliveries: [deliveryOf(cohorts)] })
    for (const { roasType, revenueType, dsi, days } of fc.sample(question, { numRuns: 6, seed })) {
      const [end, start] = ['2026-03-30', addDays('2026-03-30', 1 - days)]
      const types = `roasTypes=${roasType}&revenueTypes=${revenueType}`
      const before = { start: addDays(start, -days), end: addDays(start, -1) }
      const sumsOf = async (range: { start: string; end: string }): Promise<Map<string, Sums>> => {
        const query = `${types}&groupBy=network,campaign&installGrouping=daily&metrics=spend,installs,organic_installs,revenue`
        const rows = await report(
          service,
          `${query}&dsiValues=${DSIS.join()}&startDate=${range.start}&endDate=${range.end}`,
        )
        const parts = new Map<string, Sums[]>(NETWORKS.map(network => [network, []]))
        for (const row of rows)
          parts.get(row['network']!)!.push({
            spend: numberIn(row, 'spend')!,
            installs: numberIn(row, `installs_${roasType}`)!,
            organic: numberIn(row, 'organic_installs')!,
            revenue: DSIS.map(dsi => numberIn(row, `revenue_${roasType}_${revenueType}_d${dsi}`)),
          })
        return new Map([...parts].map(([network, those]) => [network, addUp(those, DSIS.length)]))
      }
      const [now, then] = [await sumsOf({ start, end }), await sumsOf(before)]
      const all = `groupBy=network&installGrouping=total&metrics=${METRICS.join()}&dsiValues=${dsi}&startDate=${start}&endDate=${end}`
      const rows = await report(service, `${types}&${all}&compare=previous&explain=true`)
      const basis = { dsis: DSIS, dsi }
      for (const metric of METRICS) {
        const column = Object.keys(rows[0] ?? {}).find(
          name => name === metric || new RegExp(`^${metric}_(?!installs)`).test(name),
        )
        if (column === undefined) continue
        const parts = isRatio(metric)
          ? explain(
              rows.map(({ network }) => ({
                now: ratioOf(metric, now.get(network!)!, basis),
                before: ratioOf(metric, then.get(network!)!, basis),
              })),
            )
          : undefined
        rows.forEach((row, index) => {
          const name = `${metric} of ${row['network']}, ${roasType} ${revenueType} D${dsi}, ${days} days`
          const { [index]: part } = parts ?? []
          const pairs = [
            [valueOf(metric, now.get(row['network']!)!, basis), column],
            [valueOf(metric, then.get(row['network']!)!, basis), `${column}_before`],
            ...(parts === undefined
              ? []
              : [
                  [part?.mix ?? null, `${column}_mix`] as const,
                  [part?.rate ?? null, `${column}_rate`] as const,
                ]),
          ] as const
          for (const [value, cell] of pairs)
            t.ok(agree(value, numberIn(row, cell)), `${cell}: ${value}, ${row[cell]}: ${name}`)
        })
      }
    }
    await service.stop()
  }
})
