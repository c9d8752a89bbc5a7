import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { startBrowser } from '../../support/browser.ts'
import { openPage, shownView, startPageService } from './support/open-page.ts'

const browser = await startBrowser(t)

t.test('a key is asked for once, kept in the tab alone, and sent in its header alone', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context, errors, requests } = await openPage(browser!, url)
  t.match(await page.textContent('main'), /npm start.*API key: uascope_.*keys create/s, 'where a key comes from')
  await page.fill('input[name=key]', ` API key: ${key} `)
  await page.click('button:text("Open")')
  await shownView(page)
  t.match(page.url(), /\/#recommendations\?appId=1&since=\d{4}-\d\d-\d\d$/, 'the first app, and what changed in a week')

  const kept = await page.evaluate(() => [
    JSON.stringify(localStorage),
    document.cookie,
    document.body.innerHTML,
    JSON.stringify(history.state),
  ])
  for (const place of [...kept, page.url()]) t.notOk(place.includes(key))
  t.equal(await page.evaluate(() => sessionStorage.getItem('uascope-key')), key)
  t.same(await context.cookies(), [])
  for (const { url: asked, headers, body } of requests) {
    t.equal(new URL(asked).origin, new URL(url).origin)
    t.notOk(asked.includes(key) || (body ?? '').includes(key), asked)
    t.equal(headers['authorization'], asked.endsWith('/v1/mcp') ? `Bearer ${key}` : undefined, asked)
  }

  await page.reload()
  await shownView(page)
  t.equal(await page.locator('input[name=key]').count(), 0, 'not asked again')
  t.same(errors, [])

  await page.click('button:text("Forget key")')
  await page.waitForSelector('input[name=key]')
  t.equal(await page.inputValue('input[name=key]'), '')
  t.equal(await page.evaluate(() => sessionStorage.length), 0)
  await page.reload()
  await page.waitForSelector('input[name=key]')
  await context.close()
})

t.test('a rejected key, an invalid one, and an unreachable service are explained', { skip: browser === undefined }, async t => {
  const { url, key, server } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context } = await openPage(browser!, url)
  const alert = () => page.textContent('[role=alert]')
  const tell = async (text: string) => {
    await page.fill('input[name=key]', text)
    await page.click('form.ask button')
  }
  await tell('ключ')
  t.match(await alert(), /Not an API key/)
  await tell('uascope_wrong')
  await page.waitForSelector('text=Key rejected')
  t.match(await alert(), /Invalid key/)
  t.equal(await page.evaluate(() => sessionStorage.length), 0, 'a refused key is not kept')
  await tell(key)
  await shownView(page)

  await server.stop()
  await page.click('button:text("Show")')
  await page.waitForSelector('[role=alert]')
  t.match(await alert(), /Cannot reach the service.*Cannot reach .*Is the service running/)
  await context.close()
})

t.test('a key that was revoked in between is looked up again', { skip: browser === undefined }, async t => {
  const service = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { key, id } = await service.keys.create({ companyId: 1 })
  const { page, context } = await openPage(browser!, service.url, { key })
  await shownView(page)
  await service.keys.revoke(id)
  service.passSecond()
  await page.click('button:text("Show")')
  await page.waitForSelector('text=Key rejected')
  await page.waitForSelector('input[name=key]')
  t.equal(await page.evaluate(() => sessionStorage.length), 0)
  await context.close()
})

t.test('too many requests: when to try again', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()], environment: { RATE_LIMIT: '4' } })
  const { page, context, requests } = await openPage(browser!, url, { key })
  await shownView(page)
  t.equal(requests.filter(({ url }) => url.endsWith('/v1/mcp')).length, 4, 'the tools, the apps, the view, its result')
  await page.click('button:text("Show")')
  await page.waitForSelector('[role=alert]')
  t.match(await page.textContent('[role=alert]'), /Too many requests.*4 requests per 60 seconds.*Try again at .*\d.*Try again in \d+ s/)
  t.ok(await page.isDisabled('[role=alert] button'))
  await context.close()
})
