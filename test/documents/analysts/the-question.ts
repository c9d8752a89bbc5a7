import type { Test } from 'tap'
import type { Rows, Served } from './served.ts'

/** The question that all recipes ask, as DuckDB answers it from the delivered rows: the two weeks that are whole and known at DSI 7. */
const ANSWER = `
  SELECT coalesce(c.country, 'Unknown') AS country, sum(c.spend)::DOUBLE AS spend,
    sum(r.paid_gross)::DOUBLE / nullif(sum(c.spend)::DOUBLE, 0) AS roas_d7
  FROM delivered.cohorts c JOIN delivered.cohort_revenue r ON r.dsi = 7 AND r.install_date = c.install_date AND
    (c.platform, c.network, c.campaign, c.country) IS NOT DISTINCT FROM (r.platform, r.network, r.campaign, r.country)
  WHERE c.install_date BETWEEN '2026-10-26' AND '2026-11-08'
  GROUP BY ALL ORDER BY spend DESC`

/** `country`, `spend` and `roas_d7`, by spend. */
export function answerOf({ query }: Served): Promise<Rows> {
  return query(ANSWER)
}

/** Compares rows, in any order, with the answer; ROAS to `digits` decimals. */
export function same(t: Test, rows: Rows, answer: Rows, digits = 12): void {
  const plain = (all: Rows): unknown[] =>
    all
      .map(({ country, spend, roas_d7 }) => [country, rounded(spend, 4), rounded(roas_d7, digits)])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
  t.strictSame(plain(rows), plain(answer))
}

/** Null where there is no number. */
export function rounded(value: unknown, digits: number): number | null {
  return typeof value === 'number' ? Number(value.toFixed(digits)) : null
}

/** The same answer, added up here, from rows of a report with a header. */
export function answerFrom([names = [], ...rows]: unknown[][]): Rows {
  const sums = new Map<string, { spend: number; revenue: number }>()
  for (const row of rows) {
    const of = Object.fromEntries(names.map((name, index) => [name, row[index]])) as Record<
      string,
      number
    >
    if (of['period_days'] !== 7 || of['actual_share_d7'] !== 1) continue
    const { spend, revenue } = sums.get(String(of['country'])) ?? { spend: 0, revenue: 0 }
    sums.set(String(of['country']), {
      spend: spend + of['spend']!,
      revenue: revenue + of['revenue_paid_gross_d7']!,
    })
  }
  return [...sums].map(([country, { spend, revenue }]) => ({
    country,
    spend,
    roas_d7: spend > 0 ? revenue / spend : null,
  }))
}
