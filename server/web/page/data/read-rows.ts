import { csvRows } from '../../../../client/src/read-rows.ts'
import type { Call } from '../../../../client/src/connection.ts'

interface TextFile {
  text: () => Promise<string>
}

export interface Rows<Row> {
  rows: Row[]
  /** The response's context: `target-dsi`, `data-through`, `run-id`. */
  headers: Headers
}

/** Rows and context of a file requested with `format: 'csv'`; CSV needs no decoder in the page. */
export async function readRows<Row = Record<string, string | number | null>>(
  call: Call<TextFile>,
): Promise<Rows<Row>> {
  const { data, response } = await call.withResponse()
  return { rows: csvRows(await data.text()) as Row[], headers: response.headers }
}
