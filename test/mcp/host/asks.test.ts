import { readFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Frame } from 'playwright-core'
import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { startBrowser } from '../../support/browser.ts'
import { callsOf, openPage, shownView, startPageService } from './support/open-page.ts'

const browser = await startBrowser(t)

/** What the page answers to a request of its view. */
function ask(frame: Frame, method: string, params: object): Promise<{ result?: Record<string, unknown>; error?: object }> {
  return frame.evaluate(
    ([method, params]) =>
      new Promise<object>(resolve => {
        const id = `test-${Math.random()}`
        addEventListener('message', ({ data }: MessageEvent<{ id?: string }>) => data.id === id && resolve(data))
        parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*')
      }),
    [method, params] as const,
  )
}

t.test('text that a view sends to a chat is on the page, to be copied', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context, errors } = await openPage(browser!, url, { key })
  const frame = await shownView(page)
  t.match(await ask(frame, 'ui/update-model-context', { content: [{ type: 'text', text: 'Old' }] }), { result: {} })
  await ask(frame, 'ui/update-model-context', { content: [{ type: 'text', text: '<b>Alpha</b>' }], structuredContent: { id: 1 } })
  await ask(frame, 'ui/message', { role: 'user', content: [{ type: 'text', text: 'Why?' }] })
  await page.waitForSelector('h2:text("For your chat")')
  t.equal(await page.inputValue('.chat textarea'), 'Why?\n\n<b>Alpha</b>\n{"id":1}')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.click('.chat button:text("Copy")')
  await page.waitForSelector('text=Copied')
  t.match(await page.evaluate(() => navigator.clipboard.readText()), /^Why\?/)
  await page.click('.chat button:text("Clear")')
  t.equal(await page.locator('.chat').count(), 0)
  t.same(errors, [])
  await context.close()
})

t.test('a view calls the tools of this service, and saves its files', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const opened = await openPage(browser!, url, { key })
  const { page, context, errors } = opened
  const frame = await shownView(page)
  const { result } = await ask(frame, 'tools/call', { name: 'svc_export_report', arguments: { appId: 1 } })
  const { downloadUrl, fileName } = result!['structuredContent'] as { downloadUrl: string; fileName: string }
  t.same(callsOf(opened, 'svc_export_report'), [{ appId: 1 }])
  const link = (uri: string) => ({ contents: [{ type: 'resource_link', uri, name: fileName }] })
  const [download, saved] = await Promise.all([page.waitForEvent('download'), ask(frame, 'ui/download-file', link(downloadUrl))])
  t.match(saved, { result: {} })
  t.equal(download.suggestedFilename(), fileName)
  t.match(await readFile(await download.path(), 'utf8'), /^install_cohort,/)
  for (const uri of [
    'https://example.com/v1/exports/x',
    `${url}docs`,
    `${url}v1/exports/../apps`,
    'javascript:alert(1)',
    'data:text/plain,x',
  ])
    t.match(await ask(frame, 'ui/download-file', link(uri)), { result: { isError: true } }, uri)
  t.match(await ask(frame, 'tools/call', { name: 'svc_nothing', arguments: {} }), { error: { message: /no tool svc_nothing/ } })
  t.match(await ask(frame, 'resources/read', { uri: 'ui://uascope/report' }), { error: {} })
  t.same(errors, [])
  await context.close()
})

t.test('links are opened apart, and only secure ones', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context } = await openPage(browser!, url, { key })
  await context.route('https://example.com/**', route => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }))
  const frame = await shownView(page)
  const [elsewhere] = await Promise.all([context.waitForEvent('page'), ask(frame, 'ui/open-link', { url: 'https://example.com/a' })])
  await elsewhere.waitForURL('https://example.com/a')
  t.same(await elsewhere.evaluate(() => [window.opener, document.referrer]), [null, ''])
  for (const link of ['javascript:alert(1)', 'http://example.com/', 'data:text/html,x', 'file:///etc/passwd', 'no link'])
    t.match(await ask(frame, 'ui/open-link', { url: link }), { result: { isError: true } }, link)
  t.equal(context.pages().length, 2)
  await context.close()
})

t.test('full screen and the theme', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context, errors } = await openPage(browser!, url, { key })
  const frame = await shownView(page)
  await frame.click('button:text("Full screen")')
  await frame.waitForSelector('button:text("Close full screen")')
  const { width, height } = (await page.locator('iframe').boundingBox())!
  t.same([width, height], [1000, 900 - 44])
  t.equal(await page.locator('header').getAttribute('inert'), '')
  await page.click('.stage button:text("Close full screen")')
  await frame.waitForSelector('button:text-is("Full screen")')
  t.same(await ask(frame, 'ui/request-display-mode', { mode: 'pip' }).then(({ result }) => result), { mode: 'inline' })

  await page.selectOption('.theme select', 'dark')
  await frame.waitForSelector('html[data-theme=dark]')
  await page.reload()
  t.equal(await (await shownView(page)).evaluate(() => document.documentElement.dataset['theme']), 'dark', 'kept in the tab')
  t.same(errors, [])
  await context.close()
})

t.test('behind a proxy that takes a path off', { skip: browser === undefined }, async t => {
  const { server, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const proxy = createServer((incoming, outgoing) => {
    const path = incoming.url!.replace(/^\/data\/api\//, '/')
    if (path === incoming.url) return outgoing.writeHead(502).end()
    const { method, headers } = incoming
    const onward = forward({ port: server.info.port, host: '127.0.0.1', path, method, headers }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  t.teardown(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { page, context, errors } = await openPage(browser!, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/data/api/`, { key })
  await shownView(page)
  for (const path of ['docs', 'openapi.yaml']) {
    const href = await page.locator(`a[href="${path}"]`).evaluate(anchor => (anchor as HTMLAnchorElement).href)
    t.equal((await fetch(href)).status, 200, href)
  }
  t.same(errors, [])
  await context.close()
})
