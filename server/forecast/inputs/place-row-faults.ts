import { linesOfRecords } from '../../imports/reader/scan.ts'
import { LISTED_FAULTS, LONGEST_VALUE } from '../../imports/delivery-faults.ts'
import type { Workspace } from '../../imports/workspace.ts'
import { joined, plain, sql } from '../../core/model/sql.ts'
import type { ForecastFault } from '../config/config-faults.ts'
import type { InputFile } from './open-inputs.ts'
import { columnName, dateRole, cellText, rowsOf, type Source } from './input-rows.ts'
import { type RowRule } from './input-rules.ts'

/** Cells above which a column has another form, which is one error. */
const FEW = 3

/** Slow: only for inputs with known errors. */
export async function placeRowFaults(
  workspace: Workspace,
  files: readonly { source: Source; file: InputFile }[],
  rulesOf: (source: Source, file: InputFile) => RowRule[],
  currency: string,
): Promise<{ faults: ForecastFault[]; total: number }> {
  const faults: ForecastFault[] = []
  let total = 0
  for (const { source, file } of files) {
    const rules = rulesOf(source, file)
    const texts = joined(
      rules.map(
        ({ role }, index) =>
          sql`left(${cellText(file, role)}, ${LONGEST_VALUE}) AS ${plain(`given_${index}`)}`,
      ),
    )
    const rows = sql`(${rowsOf(source, file, 0, currency, { numbered: true, more: texts })})`
    const filters = rules.map(
      ({ broken }, index) =>
        sql`count(*) FILTER (WHERE NOT skipped AND ${broken}) AS ${plain(`rule_${index}`)}`,
    )
    const counts = await workspace.counts(sql`SELECT ${joined(filters)} FROM ${rows}`)
    const suspects: (RowRule & { record: number; value: string | null })[] = []
    for (const [index, rule] of rules.entries()) {
      const count = counts[`rule_${index}`]!
      if (count === 0) continue
      const isForm = rule.isForm === true && count > FEW
      total += isForm ? 1 : count
      const brokenRows =
        await workspace.rows(sql`SELECT record, ${plain(`given_${index}`)} AS given FROM ${rows} WHERE NOT skipped AND ${rule.broken}
        ORDER BY record LIMIT ${isForm ? 1 : LISTED_FAULTS}`)
      const others = isForm ? `; so ${count} cells of the column are malformed` : ''
      suspects.push(
        ...brokenRows.map(row => ({
          ...rule,
          rule: rule.rule + others,
          record: Number(row['record']),
          value: row['given'] === '' ? null : String(row['given']),
        })),
      )
    }
    suspects.sort((a, b) => a.record - b.record)
    const listed = suspects.slice(0, LISTED_FAULTS - faults.length)
    const lines =
      file.format === 'parquet'
        ? new Map<number, number>()
        : await linesOfRecords(file.path, new Set(listed.map(({ record }) => record)))
    faults.push(
      ...listed.map(({ record, role, value, rule }) => ({
        file: file.file,
        row: lines.get(record) ?? record + 1,
        column: columnName(file, role),
        value,
        rule:
          role === dateRole(file) && !/\d/.test(value ?? '')
            ? `${rule}. ${undatedRule(columnName(file, role), value)}`
            : rule,
      })),
    )
  }
  return { faults, total }
}

function undatedRule(column: string, value: string | null): string {
  return `A row without a date is left out if its numbers are the sum of others, or by leave_out: { ${JSON.stringify(column)}: ${JSON.stringify(value ?? '')} }`
}
