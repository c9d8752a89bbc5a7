import { build } from 'esbuild'

/**
 * The entries as ES modules and as CommonJS, each in one file with its source map. What is written here is bundled;
 * optional peers and Node's modules are not.
 */
export async function buildScripts(root: string, entries: readonly string[]): Promise<void> {
  await Promise.all(
    [['esm', '.js'] as const, ['cjs', '.cjs'] as const].map(([format, extension]) =>
      build({
        absWorkingDir: root,
        entryPoints: entries.map(entry => `client/src/${entry}.ts`),
        outdir: 'client/dist',
        outExtension: { '.js': extension },
        bundle: true,
        format,
        platform: 'neutral',
        target: 'es2022',
        // CommonJS reaches the optional peers that are ES modules only through `import()`.
        supported: { 'dynamic-import': true },
        external: ['apache-arrow', 'arquero', 'arrow-js-ffi', 'hyparquet', 'node:*', 'parquet-wasm'],
        sourcemap: true,
        logLevel: 'warning',
      }),
    ),
  )
}
