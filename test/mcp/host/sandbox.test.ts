import { createHash } from 'node:crypto'
import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { startBrowser } from '../../support/browser.ts'
import { openPage, shownView, startPageService } from './support/open-page.ts'

const browser = await startBrowser(t)

t.test('the policies of the page and of the frame', async t => {
  const { server } = await startPageService(t, {})
  const page = await server.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  t.match(page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  })
  const again = await server.inject({ url: '/', headers: { 'if-none-match': String(page.headers['etag']).replace('-gzip', '') } })
  t.equal(again.statusCode, 304)
  const { payload } = await server.inject('/')
  const policy = String(page.headers['content-security-policy'])
  const hash = (element: string) => {
    const [, text] = new RegExp(`<${element}\\b[^>]*>([\\s\\S]*)</${element}>`).exec(payload)!
    return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`
  }
  t.strictSame(policy.split('; '), [
    "default-src 'none'",
    `script-src ${hash('script')}`,
    `style-src ${hash('style')}`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  t.ok(payload.length < 500_000, `${payload.length} bytes`)

  const sandbox = await server.inject('/sandbox.html')
  const own = String(sandbox.headers['content-security-policy']).split('; ')
  for (const part of ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts'])
    t.ok(own.includes(part), part)
  for (const url of ['/', '/sandbox.html']) {
    t.match((await server.inject({ method: 'POST', url })).headers, { allow: 'GET, HEAD' })
    t.equal((await server.inject({ method: 'HEAD', url })).statusCode, 200)
  }
})

t.test('WEB=off: no page', async t => {
  const { server } = await startPageService(t, { environment: { WEB: 'off' } })
  for (const url of ['/', '/sandbox.html']) t.match(await server.inject(url), { statusCode: 404, payload: /not_found/ })
})

t.test('a view has an origin of its own and reaches neither the network nor the page', { skip: browser === undefined }, async t => {
  const { url, key, server } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context, errors, requests } = await openPage(browser!, url, { key })
  const frame = await shownView(page)
  t.same(errors, [])
  t.equal(await page.getAttribute('iframe', 'sandbox'), 'allow-scripts')
  const reached: string[] = []
  server.events.on('response', ({ path }) => reached.push(path))
  // As text: what compiles tests adds helpers that a page has not.
  const refused = await frame.evaluate(`(async () => {
    const attempts = {
      fetch: () => fetch('${url}v1/apps'),
      elsewhere: () => fetch('https://example.com/'),
      storage: () => sessionStorage.getItem('uascope-key'),
      cookies: () => document.cookie,
      parent: () => parent.document.body,
      parentStorage: () => parent.sessionStorage,
      image: () => Object.assign(new Image(), { src: '${url}docs' }).decode(),
      top: () => { top.location.href = 'about:blank' },
    }
    const refused = { origin, opened: String(window.open('about:blank')) }
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt()
        refused[name] = 'done'
      } catch (error) {
        refused[name] = error.name
      }
    }
    return refused
  })()`)
  t.same(refused, {
    origin: 'null',
    fetch: 'TypeError',
    elsewhere: 'TypeError',
    storage: 'SecurityError',
    cookies: 'SecurityError',
    parent: 'SecurityError',
    parentStorage: 'SecurityError',
    image: 'EncodingError',
    top: 'SecurityError',
    opened: 'null',
  })
  t.same(reached, [])
  await frame.evaluate(() => {
    location.href = 'https://example.com/?stolen'
  })
  await page.waitForFunction(() => document.querySelector('iframe') !== null)
  t.notOk(
    requests.some(({ url }) => url.includes('stolen')),
    'nor by leading the frame elsewhere',
  )
  await context.close()
})

t.test('the frame opened alone is empty and accepts nothing', { skip: browser === undefined }, async t => {
  const { url } = await startPageService(t, {})
  const { page, context } = await openPage(browser!, `${url}sandbox.html`)
  const shown = await page.evaluate(async () => {
    postMessage({ method: 'ui/notifications/sandbox-resource-ready', params: { html: '<p>taken</p>' } }, '*')
    await new Promise(resolve => {
      addEventListener('message', ({ data }: MessageEvent<unknown>) => data === 'last' && resolve(null))
      postMessage('last', '*')
    })
    return [origin, document.body.innerText.trim()]
  })
  t.same(shown, ['null', ''])
  await context.close()
})
