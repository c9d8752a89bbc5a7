import { joined, plain, plainList, sql, type Sql } from '../../../server/model/sql.ts'
import type { Workspace } from '../../../server/delivery/workspace.ts'
import { LISTED_FAULTS } from '../../../server/delivery/delivery-error.ts'
import { ForecastFaults } from '../faults.ts'
import { partsSql, sumsSql, type Part } from './aggregate.ts'
import { columnName, TEXTS } from './rows.ts'

/**
 * Counts once what two files of `table` say alike, as exports of overlapping days do. Answers how many rows that were.
 * @throws ForecastFaults where they disagree
 */
export async function settleTwice(
  workspace: Workspace,
  table: string,
  { raws, files, rows }: { raws: number; files: readonly Part[]; rows: Sql },
): Promise<number> {
  const name = plain(table)
  const twice = sql`first_file <> last_file`
  const { keys } = await workspace.counts(sql`SELECT count(*) AS keys FROM ${name} WHERE ${twice}`)
  if (keys === 0) return 0
  await workspace.run(sql`CREATE OR REPLACE TABLE twice AS SELECT key, file, ${sumsSql(files)}, count(*) AS n FROM (${rows})
    WHERE key IN (SELECT key FROM ${name} WHERE ${twice}) GROUP BY key, file`)
  const differs = joined(
    ['gross', 'amount', 'given'].map(sum => sql`min(${plain(sum)}) <> max(${plain(sum)})`),
    sql` OR `,
  )
  const disagreeing = sql`SELECT key, min(file) AS one, max(file) AS other FROM twice GROUP BY key HAVING ${differs}`
  const { total } = await workspace.counts(sql`SELECT count(*) AS total FROM (${disagreeing})`)
  if (total! > 0) {
    const { day, age, name: raw } = partsSql(raws)
    const found =
      await workspace.rows(sql`SELECT d.one, d.other, CAST(DATE '1970-01-01' + ${day} AS VARCHAR) AS day, ${age} AS age, ${plainList(TEXTS)},
      (SELECT any_value(amount + given) FROM twice t WHERE t.key = d.key AND t.file = d.one) AS first,
      (SELECT any_value(amount + given) FROM twice t WHERE t.key = d.key AND t.file = d.other) AS second
      FROM (SELECT * FROM (${disagreeing}) ORDER BY key LIMIT ${LISTED_FAULTS}) d JOIN raw_names ON raw = ${raw} ORDER BY key`)
    const faults = found.map(row => {
      const { source, file } = files[Number(row['other'])]!
      const cell = [row['day'], ...TEXTS.map(text => row[text]), ...(source.measure === 'revenue' ? [`age ${row['age']}`] : [])].join(', ')
      const rule = `must agree with ${files[Number(row['one'])]!.file.file}, which has ${row['first']} for ${cell}`
      return {
        file: file.file,
        column: columnName(file, source.measure === 'bids' ? 'live_roas' : source.measure),
        value: String(row['second']),
        rule,
      }
    })
    throw new ForecastFaults(faults, total)
  }
  await workspace.run(sql`DELETE FROM ${name} WHERE ${twice}`)
  await workspace.run(
    sql`INSERT INTO ${name} SELECT key, any_value(gross), any_value(amount), any_value(given), max(n), 0, 0 FROM twice GROUP BY key`,
  )
  const { extra } = await workspace.counts(
    sql`SELECT coalesce(sum(n), 0) - coalesce((SELECT sum(n) FROM ${name} WHERE key IN (SELECT key FROM twice)), 0) AS extra FROM twice`,
  )
  return extra!
}
