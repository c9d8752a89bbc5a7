/** Rows of a downloaded Parquet file: as an Arrow table, an Arquero table or plain objects. */

export type { WasmSource } from './table/load-parquet.ts'
export { toArrow, type ArrowColumns, type TableOptions } from './table/to-arrow.ts'
export { toRows } from './table/to-rows.ts'
export { toTable, type ReportTable } from './table/to-table.ts'
