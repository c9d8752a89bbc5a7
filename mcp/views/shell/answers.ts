import type { ToolArguments, ToolResults } from '../../../generated/tools.ts'

/** The tools whose results are shown. */
export type RowsTool = 'svc_get_recommendations' | 'svc_get_report' | 'svc_get_roas_history' | 'svc_get_alerts'

/** Every tool that a view may call. */
export type AnyTool = keyof ToolResults

/** What a tool answers, as the contract says it. */
export type Answer<Name extends AnyTool> = ToolResults[Name]

/** Arguments as somebody gave them: without defaults, and as far as they are known. */
export type Given<Name extends AnyTool> = Partial<ToolArguments[Name]>

/** A cell of an answer's rows. */
export type Cell = string | number | boolean | null

/** The rows of an answer as objects, by the names of its columns. */
export function rowsOf<Value>({
  columns,
  rows,
}: {
  columns: readonly string[]
  rows: readonly (readonly Value[])[]
}): Record<string, Value>[] {
  return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]!])))
}
