import type { DateDay, Float64, Int64, Table, TimestampMicrosecond, Utf8 } from 'apache-arrow'
import type * as ParquetWasm from 'parquet-wasm'
import type { KindOf, ReportColumns, RoasHistoryColumns } from './columns.ts'
import type { DownloadedFile } from './downloaded-file.ts'

export interface TableOptions {
  /** Where the WebAssembly module of `parquet-wasm` is, when a bundler has moved it; heard once, when the first file is read. */
  wasm?: WasmSource | undefined
}

/** Arrow types by what the contract says that cells hold. */
interface ArrowKinds {
  date: DateDay
  timestamp: TimestampMicrosecond
  text: Utf8
  whole: Int64
  number: Float64
  'number or null': Float64
}

/** Arrow types of a row's columns. */
export type ArrowColumns<Row> = {
  [Name in keyof Row & string]: ArrowKinds[KindOf<ReportColumns, Name> | KindOf<RoasHistoryColumns, Name>]
}

/** One record batch for all but huge files: a vector in one piece is read without searching for the piece. */
const BATCH_ROWS = 2 ** 20

/**
 * The file as an Arrow table. Its bytes are decoded in WebAssembly and cross into JavaScript in a single copy, column by column: memory
 * shared with the reader would change under the table as soon as the next file is read.
 * @throws TypeError when the file is CSV
 */
export async function toArrow<Row>(file: DownloadedFile<Row, 'parquet'>, options: TableOptions = {}): Promise<Table<ArrowColumns<Row>>> {
  return readTable(file, options, true, table => table as Table<ArrowColumns<Row>>)
}

/**
 * Makes something of the file's Arrow table.
 * @param copy false: the table is gone once `use` has returned
 */
export async function readTable<T>(
  file: DownloadedFile<unknown, 'parquet'>,
  { wasm }: TableOptions,
  copy: boolean,
  use: (table: Table) => T,
): Promise<T> {
  if (file.format !== 'parquet') throw new TypeError("Only Parquet files can be read as a table; request `format: 'parquet'`")
  const [parquet, ffiReader, bytes] = await Promise.all([loadParquet(wasm), loadFfi(), file.bytes()])
  const ffi = parquet.readParquet(bytes, { batchSize: BATCH_ROWS }).intoFFI()
  try {
    const memory = parquet.wasmMemory()
    return use(ffiReader.parseTable(memory.buffer, ffi.arrayAddrs(), ffi.schemaAddr(), copy))
  } finally {
    ffi.free()
  }
}

/** Its declarations lead nowhere when resolved as Node does. */
async function loadFfi(): Promise<{ parseTable(buffer: ArrayBufferLike, arrays: Uint32Array, schema: number, copy: boolean): Table }> {
  return await import('arrow-js-ffi')
}

/** Where the WebAssembly module of `parquet-wasm` comes from. */
export type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array | WebAssembly.Module

type Parquet = typeof ParquetWasm
type Start = (source?: { module_or_path: WasmSource }) => Promise<unknown>

let loaded: Promise<Parquet> | undefined

/**
 * The Parquet reader, loaded once. In Node it brings its module along; elsewhere it looks for it beside its own script, which a bundler
 * may have moved: then `wasm` says where it is.
 */
export function loadParquet(wasm: WasmSource | undefined): Promise<Parquet> {
  loaded ??= load(wasm).catch(error => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function load(wasm: WasmSource | undefined): Promise<Parquet> {
  const parquet = await import('parquet-wasm')
  // The Node build is ready once loaded; its default export is the module itself.
  const start = parquet.default as object as Start | Parquet
  if (typeof start === 'function') await start(wasm === undefined ? undefined : { module_or_path: wasm })
  return parquet
}
