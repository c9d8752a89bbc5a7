import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { build } from 'esbuild'
import type { Test } from 'tap'
import { startBrowser } from '../../support/browser.ts'
import type { Project } from '../support/packed-project.ts'
import type { RealServer } from '../support/real-server.ts'

const PAGE = `
import { AbortError, UascopeClient, UnauthorizedError } from '@uascope/client'
import { toTable } from '@uascope/client/arquero'
import { toRows } from '@uascope/client/rows'
import wasm from 'parquet-wasm/esm/parquet_wasm_bg.wasm'

window.use = async apiKey => {
  const client = new UascopeClient({ apiKey, allowBrowser: true, baseUrl: '/' })
  const apps = await client.listApps()
  const report = { appId: apps[0].id, granularity: 'campaign', installGrouping: 'monthly', metrics: ['spend', 'installs'] }
  const progress = []
  const file = await client.getReport(report, { onProgress: ({ receivedBytes }) => progress.push(receivedBytes) })
  const rows = await toRows(file)
  const table = await toTable(await client.getReport(report), { wasm })
  const csv = await (await client.getReport({ ...report, format: 'csv' })).text()
  const wrongKey = await client.withOptions({ apiKey: 'uascope_wrong' }).listApps().catch(error => error)
  const controller = new AbortController()
  const call = client.listApps({ signal: controller.signal }).catch(error => error)
  controller.abort()
  const half = await client.withOptions({ baseUrl: '/half', maxRetries: 0 }).getReport({ ...report, format: 'csv' })
  const broken = await half.text().catch(error => error.name)
  return {
    apps: apps.length, fileName: file.fileName, size: file.size, received: progress.at(-1), totalRows: file.totalRows,
    rows: rows.length, first: rows[0], table: table.numRows(), csvRows: csv.trim().split('\\n').length - 1,
    wrongKey: wrongKey instanceof UnauthorizedError, aborted: await call instanceof AbortError, broken
  }
}
`

/** That the package works in a page, bundled, against the service itself. */
export async function testBrowser(t: Test, project: Project, server: RealServer): Promise<void> {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: project.folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    // As README says.
    loader: { '.wasm': 'file' },
    publicPath: '/',
    outdir: '/',
    write: false,
    logLevel: 'error',
  })
  const origin = await servePage(
    t,
    new Map(outputFiles.map(({ path, contents }) => [path, contents])),
    server,
  )
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  await page.goto(origin)
  await page.waitForFunction(() => 'use' in window)
  const said = await page.evaluate(
    key => (window as unknown as { use(key: string): Promise<Record<string, unknown>> }).use(key),
    server.key,
  )
  t.same(faults, [])
  t.match(said, {
    wrongKey: true,
    aborted: true,
    broken: 'ConnectionError',
    fileName: /-report-campaign-monthly-.*\.parquet$/,
  })
  t.ok(Number(said['apps']) > 0)
  t.equal(said['received'], said['size'])
  t.ok(Number(said['rows']) > 0)
  t.same(
    [said['totalRows'], said['table'], said['csvRows']],
    [said['rows'], said['rows'], said['rows']],
  )
  t.match(said['first'], {
    install_cohort: /^\d{4}-\d\d-01$/,
    platform: String,
    spend: Number,
    installs_paid: Number,
  })
}

/** A page and, at the same origin, the service; below `/half` files break off. */
async function servePage(
  t: Test,
  files: Map<string, Uint8Array>,
  { url }: RealServer,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url!
    if (path === '/')
      return outgoing
        .setHeader('content-type', 'text/html')
        .end('<script type="module" src="/stdin.js"></script>')
    if (files.has(path)) {
      return outgoing
        .setHeader('content-type', path.endsWith('.wasm') ? 'application/wasm' : 'text/javascript')
        .end(files.get(path))
    }
    if (path.startsWith('/half/')) {
      outgoing.writeHead(200, { 'content-type': 'text/csv', 'content-length': 100 })
      return void outgoing.write('half', () => outgoing.destroy())
    }
    const target = new URL(path, url)
    return request(target, { headers: { ...incoming.headers, host: target.host } }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}
