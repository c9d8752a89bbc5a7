import { parse } from 'csv-parse/sync'
import type { Test } from 'tap'
import { authorization, text } from './ask.ts'
import type { Served } from './served.ts'
import { rounded } from './the-question.ts'

type Row = Record<'spend' | 'revenue_paid_gross_d7' | 'roas_paid_gross_d7' | 'period_days', string>

/** That the page's traps are there, and what it says of them is so. */
export async function testTraps(t: Test, { env }: Served): Promise<void> {
  const query =
    'granularity=campaign&installGrouping=weekly&metrics=spend,revenue,roas&dsiValues=7&maturity=true&format=csv'
  const rows: Row[] = parse(await text(env, `report?appId=101&${query}`), { columns: true })
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0)
  const revenue = sum(row => Number(row.revenue_paid_gross_d7))
  t.ok(
    sum(row => Number(row.roas_paid_gross_d7) * Number(row.spend)) < revenue - 1,
    'rows without spend have revenue',
  )
  t.ok(
    rows.some(row => Number(row.spend) === 0 && row.roas_paid_gross_d7 === ''),
    'and no ROAS',
  )
  const known = rows.filter(row => row.roas_paid_gross_d7 !== '')
  const mean =
    known.reduce((total, row) => total + Number(row.roas_paid_gross_d7), 0) / known.length
  t.not(
    rounded(mean, 2),
    rounded(revenue / sum(row => Number(row.spend)), 2),
    'a mean of ratios differs',
  )
  t.ok(
    Number(rows[0]!.period_days) < 7 && Number(rows.at(-1)!.period_days) < 7,
    'the first and the last week are partial',
  )
  const url = `${env['UASCOPE_BASE_URL']}/v1/report?appId=101&granularity=campaign&maturity=True`
  t.match(await (await fetch(url, { headers: authorization(env) })).json(), {
    status: 400,
    errors: [{ parameter: 'maturity' }],
  })
}
