import type { RunFacts } from '../../model/catalog.ts'
import type { DateRange } from '../../model/date-range.ts'
import { scaledMoney } from '../../model/money.ts'
import { date, plain, sql, type Sql } from '../../model/sql.ts'
import type { IdentityTotals } from '../../model/store.ts'
import { columnsNamed } from './facts-columns.ts'
import type { Wanted } from './local-files.ts'

/** Adds up the facts of `source` by identity. `asText` is the SQL for a date or decimal as text, where the engine needs to be told. */
export function totalsSql(recent: DateRange, source: Sql, asText: (value: Sql) => Sql): Sql {
  const amounts = (column: string): Sql =>
    sql`CASE WHEN install_date BETWEEN ${date(recent.start)} AND ${date(recent.end)} THEN ${plain(column)} ELSE 0 END`
  return sql`SELECT identity, ${asText(sql`min(install_date)`)} AS first_install_date, ${asText(sql`max(install_date)`)} AS last_install_date,
    ${asText(sql`CAST(sum(${amounts('spend')}) AS DECIMAL(38, 4))`)} AS spend, sum(${amounts('paid_installs')}) AS paid_installs,
    sum(${amounts('incremental_blended_installs')}) AS incremental_blended_installs, sum(${amounts('full_blended_installs')}) AS full_blended_installs
    FROM ${source} GROUP BY identity`
}

/** What it reads of a run's facts. */
export function wantedOfTotals(facts: RunFacts): Wanted {
  const dates = { start: facts.first_install_date, end: facts.last_install_date }
  return { columns: columnsNamed(facts, [totalsSql(dates, sql``, value => value)]), dates }
}

/** What an engine answers to it. */
export function plainTotals(row: Readonly<Record<string, unknown>>): IdentityTotals {
  return {
    identity: Number(row['identity']),
    first_install_date: String(row['first_install_date']),
    last_install_date: String(row['last_install_date']),
    spend: scaledMoney(String(row['spend'])),
    paid_installs: Number(row['paid_installs']),
    incremental_blended_installs: Number(row['incremental_blended_installs']),
    full_blended_installs: Number(row['full_blended_installs']),
  }
}
