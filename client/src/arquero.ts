/** A downloaded Parquet file as an Arquero table. */

export type { WasmSource } from './to-arrow.ts'
export type { TableOptions } from './to-arrow.ts'
export { toTable, type ReportTable } from './to-table.ts'
