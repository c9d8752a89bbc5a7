import { build } from 'esbuild'
import { repository } from '../repository.ts'

/** The view of `probe.tsx` as one page, of the shell's sources as they are now. */
export async function probeHtml(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${repository}test/support/views/probe.tsx`],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    outdir: 'probe',
    write: false,
    logLevel: 'error',
  })
  const [script, style] = ['.js', '.css'].map(end =>
    outputFiles.find(({ path }) => path.endsWith(end))!.text.replaceAll('</', '<\\/'),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Probe</title><style>${style}</style></head>
<body><script type="module">${script}</script></body></html>`
}
