/** A downloaded Parquet file as an Arrow table. */

export type { WasmSource } from './table/load-parquet.ts'
export { toArrow, type ArrowColumns, type TableOptions } from './table/to-arrow.ts'
