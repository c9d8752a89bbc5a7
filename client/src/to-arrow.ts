import type { DateDay, Float64, Int64, Table, TimestampMicrosecond, Utf8 } from 'apache-arrow'
import type * as ParquetWasm from 'parquet-wasm'
import type { KindOf, ReportColumns, RoasHistoryColumns } from './columns.ts'
import type { DownloadedFile } from './downloaded-file.ts'

export interface TableOptions {
  /** Location of the WebAssembly module of `parquet-wasm`, if a bundler moved it; used once, for the first file. */
  wasm?: WasmSource | undefined
}

/** Arrow types by the contract's cell types. */
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
  [Name in keyof Row & string]: ArrowKinds[
    KindOf<ReportColumns, Name> | KindOf<RoasHistoryColumns, Name>]
}

/** One record batch except for huge files: reading a single-chunk vector needs no search for the chunk. */
const BATCH_ROWS = 2 ** 20

/**
 * The file as an Arrow table, decoded in WebAssembly and copied once, column by column: memory shared with the reader would change when the
 * next file is read.
 * @throws TypeError if the file is CSV
 */
export async function toArrow<Row>(
  file: DownloadedFile<Row, 'parquet'>,
  options: TableOptions = {},
): Promise<Table<ArrowColumns<Row>>> {
  return (await readTable(file, options)) as Table<ArrowColumns<Row>>
}

/** `toArrow` without the types of the file's columns. */
export async function readTable(
  file: DownloadedFile<unknown, 'parquet'>,
  { wasm }: TableOptions,
): Promise<Table> {
  if (file.format !== 'parquet')
    throw new TypeError("Only Parquet files can be read as a table; request `format: 'parquet'`")
  const [parquet, ffiReader, bytes] = await Promise.all([
    loadParquet(wasm),
    loadFfi(),
    file.bytes(),
  ])
  const ffi = parquet.readParquet(bytes, { batchSize: BATCH_ROWS }).intoFFI()
  try {
    const memory = parquet.wasmMemory()
    return ffiReader.parseTable(memory.buffer, ffi.arrayAddrs(), ffi.schemaAddr(), true)
  } finally {
    ffi.free()
  }
}

/** The module's declarations do not resolve under Node's rules. */
async function loadFfi(): Promise<{
  parseTable(buffer: ArrayBufferLike, arrays: Uint32Array, schema: number, copy: boolean): Table
}> {
  return await import('arrow-js-ffi')
}

/** Sources of the WebAssembly module of `parquet-wasm`. */
export type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array | WebAssembly.Module

type Parquet = typeof ParquetWasm
type Start = (source?: { module_or_path: WasmSource }) => Promise<unknown>

let loaded: Promise<Parquet> | undefined

/**
 * The Parquet reader, loaded once. Node finds its module; elsewhere it is next to the script, unless a bundler moved it: then `wasm` is its
 * location.
 */
function loadParquet(wasm: WasmSource | undefined): Promise<Parquet> {
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
  if (typeof start === 'function')
    await start(wasm === undefined ? undefined : { module_or_path: wasm })
  return parquet
}
