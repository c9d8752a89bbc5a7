/** A downloaded Parquet file as an Arquero table. */

export type { WasmSource } from './table/load-parquet.ts'
export type { TableOptions } from './table/to-arrow.ts'
export { toTable, type ReportTable } from './table/to-table.ts'
