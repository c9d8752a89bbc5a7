/** A downloaded Parquet file as an Arrow table. */

export type { WasmSource } from './to-arrow.ts'
export { toArrow, type ArrowColumns, type TableOptions } from './to-arrow.ts'
