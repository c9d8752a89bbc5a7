/** Where the WebAssembly module of `parquet-wasm` comes from. */
export type WasmSource = string | URL | Response | ArrayBuffer | Uint8Array

type Parquet = typeof import('parquet-wasm')

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
  const start: unknown = parquet.default
  if (typeof start === 'function') await start(wasm === undefined ? undefined : { module_or_path: wasm })
  return parquet
}
