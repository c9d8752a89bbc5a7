import type * as ParquetWasm from 'parquet-wasm'

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
  // The build for Node is ready when loaded, and its default export is itself.
  const start = parquet.default as object as Start | Parquet
  if (typeof start === 'function') await start(wasm === undefined ? undefined : { module_or_path: wasm })
  return parquet
}
