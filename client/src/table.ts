/** Rows of a downloaded Parquet file: as an Arrow table, an Arquero table or plain objects. */

export type { WasmSource } from './to-arrow.ts'
export { toArrow, type ArrowColumns, type TableOptions } from './to-arrow.ts'
export { toRows } from './to-rows.ts'
export { toTable, type ReportTable } from './to-table.ts'
