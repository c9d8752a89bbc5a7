import type { DuckDBConnection } from '@duckdb/node-api'

/**
 * The macros that the cohorts and their revenue are computed with. Chance is a hash of what it is about, so that a number depends
 * on neither the order nor the threads of a query.
 *
 * - `uniform(a, b, salt)`: in [0, 1); `normal(a, b, salt)`: mean 0, standard deviation 1 (three uniforms added up).
 * - `day_number(d)`: days since 1970, so that a date keeps its chances whatever today is.
 * - `swing(a, b, day)`: between -1 and 1 and back, once in 60 to 110 days.
 * - `bump(d, day, width)`: 1 on that day of the year, falling off within `width` days on either side.
 * - `curve(n, exponent, target)`: cumulative revenue by day n as a share of that by the target DSI: a power law, 1 at the target.
 * - `known_curve(n, age, ...)`: the same as a run sees it when the cohort is `age` days old. Up to the age it is the actual
 *   curve; the part that is still to come carries an error, which fades as the cohort ages towards the target.
 */
const macros = [
  'uniform(a, b, salt) AS (hash(a::BIGINT, b::BIGINT, salt::BIGINT) >> 11)::DOUBLE / 9007199254740992',
  'normal(a, b, salt) AS 2 * (uniform(a, b, salt) + uniform(a, b, salt + 1000) + uniform(a, b, salt + 2000) - 1.5)',
  "day_number(d) AS (d - DATE '1970-01-01')",
  'bump(d, day, width) AS exp(-pow(least(abs(dayofyear(d) - day), 365 - abs(dayofyear(d) - day)) / width, 2))',
  'swing(a, b, day) AS sin(6.2832 * (day / (60 + 50 * uniform(a, b, 30)) + uniform(a, b, 31)))',
  'curve(n, exponent, target) AS pow((1.0 + n) / (1 + target), exponent)',
  `known_curve(n, age, exponent, target, error, wobble) AS CASE
    WHEN n <= age THEN curve(n, exponent, target)
    ELSE curve(age, exponent, target)
      + (curve(n, exponent, target) - curve(age, exponent, target)) * exp((error + wobble) / (1 + 4.0 * age / target))
  END`,
] as const

/** Makes the macros known to a connection. */
export async function createCurves(connection: DuckDBConnection): Promise<void> {
  for (const macro of macros) await connection.run(`CREATE MACRO ${macro}`)
}

const revenueTypes = ['paid', 'incremental_blended', 'full_blended'] as const

/**
 * Selects the six revenue columns of `cohort c` at `dsi` (an expression), as the run of `maxInstallDate` knows them, in the
 * currency's decimals.
 */
export function revenueColumns(dsi: string, maxInstallDate: string): string {
  return revenueTypes
    .flatMap(type => [
      `${revenue(`${type}_value`, dsi, maxInstallDate)} AS ${type}_gross`,
      `${revenue(`${type}_value * c.net_share`, dsi, maxInstallDate)} AS ${type}_net`,
    ])
    .join(', ')
}

/** The paid gross revenue alone, as in `revenueColumns`. */
export function paidGrossRevenue(dsi: string, maxInstallDate: string): string {
  return revenue('paid_value', dsi, maxInstallDate)
}

function revenue(value: string, dsi: string, maxInstallDate: string): string {
  const wobble = `0.1 * normal(c.segment_no, day_number(c.install_date), day_number(${maxInstallDate}))`
  const curve = `known_curve(${dsi}, ${maxInstallDate} - c.install_date, c.exponent, c.target_dsi, c.error, ${wobble})`
  return `round(c.${value} * ${curve}, c.decimals)::DECIMAL(18, 4)`
}
