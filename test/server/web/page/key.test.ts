import t from 'tap'
import { createApiKey } from '../../../../server/core/access/keys.ts'
import { appRow, minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startBrowser } from '../../../support/browser.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import { openPage, waitForHeading, startPageService } from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const now = '2026-03-31T12:00:00Z'

t.test(
  'a key is requested once, kept in the tab alone, and sent only in its header',
  skip,
  async t => {
    const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
    const { page, context, errors, requests } = await openPage(browser!, url, {
      now,
      query: '?app=1&by=campaign',
    })
    t.match(
      await page.textContent('main'),
      /npm start.*API key: uascope_.*keys create/s,
      'where a key comes from',
    )
    t.same(await axeViolations(page), [])
    t.equal(await page.locator('header nav').count(), 0, 'nothing to navigate yet')
    await page.fill('input[name=key]', ` API key: ${key} (Nordlys Spielestudio) `)
    await page.click('button:text("Open")')
    await page.waitForSelector('header nav')
    t.match(page.url(), /\?app=1&by=campaign$/, 'the address that was wanted')

    await page.goto(url)
    await waitForHeading(page)
    t.equal(await page.locator('input[name=key]').count(), 0, 'not asked again')
    const kept = await page.evaluate(() => [
      JSON.stringify(localStorage),
      document.cookie,
      document.body.innerHTML,
      JSON.stringify(history.state),
    ])
    for (const place of [...kept, page.url()]) t.notOk(place.includes(key))
    t.equal(await page.evaluate(() => sessionStorage.getItem('uascope-key')), key)
    t.notOk(
      (
        await page.evaluate(() =>
          Object.entries(sessionStorage)
            .filter(([name]) => name !== 'uascope-key')
            .join(),
        )
      ).includes(key),
    )
    t.same(await context.cookies(), [])
    for (const { url: requestUrl, headers, body } of requests) {
      t.equal(new URL(requestUrl).origin, new URL(url).origin)
      t.notOk(requestUrl.includes(key) || (body ?? '').includes(key), requestUrl)
      t.equal(
        headers['authorization'],
        new URL(requestUrl).pathname.startsWith('/v1/') ? `Bearer ${key}` : undefined,
        requestUrl,
      )
    }
    t.same(errors, [])

    await page.click('header button:text("Forget key")')
    await page.waitForSelector('input[name=key]')
    t.equal(await page.inputValue('input[name=key]'), '')
    t.equal(await page.evaluate(() => sessionStorage.length), 0, 'nor does any answer stay')
    await page.reload()
    await page.waitForSelector('input[name=key]')
    await context.close()
  },
)

t.test('only revoked and expired keys are called so', skip, async t => {
  const { url, keys } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const revoked = await keys.create({ companyId: 1 })
  await keys.revoke(revoked.id)
  const expired = await keys.create({ companyId: 1, expires: '2020-01-01' })
  const { page, context } = await openPage(browser!, url, { now })
  for (const [key, message] of [
    [revoked.key, 'This API key was revoked. Ask the operator of the service for a new one.'],
    [expired.key, 'This API key has expired. Ask the operator of the service for a new one.'],
    [createApiKey(), 'Invalid key. Check that it is complete.'],
  ] as const) {
    await page.fill('input[name=key]', key)
    await page.click('form.ask button')
    await page.waitForSelector(`[role=alert]:text-is(${JSON.stringify(message)})`)
  }
  t.same(await axeViolations(page), [])
  await context.close()
})

t.test('a rejected key, an invalid one and an unreachable service are explained', skip, async t => {
  const { url, key, server } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context } = await openPage(browser!, url, {})
  const alert = () => page.textContent('[role=alert]')
  const tell = async (text: string) => {
    await page.fill('input[name=key]', text)
    await page.click('form.ask button')
  }
  await tell('ключ')
  t.match(await alert(), /Not an API key/)
  await tell('uascope_wrong')
  await page.waitForSelector('text=Invalid key')
  t.equal(await page.inputValue('input[name=key]'), 'uascope_wrong', 'to be corrected')
  t.equal(await page.evaluate(() => sessionStorage.length), 0, 'a refused key is not kept')
  await tell(key)
  await waitForHeading(page)

  // Asked again five minutes later: what is on screen stays.
  await server.stop()
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForSelector('[role=alert]')
  t.match(
    await alert(),
    /The overview did not load\.Cannot reach .*Is the service running\? What you see is from 6 minutes ago/,
  )
  t.match(await page.textContent('.apps'), 'Game')
  t.same(await axeViolations(page), [])
  await context.close()
})

t.test('a key revoked during use is requested again', skip, async t => {
  const service = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { key, id } = await service.keys.create({ companyId: 1 })
  const { page, context } = await openPage(browser!, service.url, { key })
  await waitForHeading(page)
  await service.keys.revoke(id)
  service.passSecond()
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForSelector('input[name=key]')
  t.match(await page.textContent('[role=alert]'), 'This API key was revoked')
  t.equal(
    await page.evaluate(
      () => Object.keys(sessionStorage).filter(name => name === 'uascope-key').length,
    ),
    0,
  )
  await context.close()
})

t.test(
  "a company sees only its own apps, also in a tab beside another company's",
  skip,
  async t => {
    const delivery = minimalDelivery({
      companies: [1, 2].map(company_id => ({ company_id, name: 'Studio' })),
      apps: [appRow(), appRow({ app_id: 2, name: 'Other' })],
      app_access: [
        { company_id: 1, app_id: 1 },
        { company_id: 2, app_id: 2 },
      ],
    })
    const { url, keyOf } = await startPageService(t, { deliveries: [delivery] })
    const first = await openPage(browser!, url, { now })
    const second = await first.context.newPage()
    for (const [page, company] of [
      [first.page, 1],
      [second, 2],
    ] as const) {
      await page.goto(url)
      await page.fill('input[name=key]', await keyOf(company))
      await page.click('button:text("Open")')
      await waitForHeading(page)
    }
    t.same(await first.page.locator('.ar .cover').allTextContents(), ['Game'])
    t.same(await second.locator('.ar .cover').allTextContents(), ['Other'])
    await second.goto(`${url}?app=1`)
    t.equal(await waitForHeading(second), 'App 1 is not yours to read')
    await first.context.close()
  },
)

t.test(
  'a second tab and a reload confirm what the browser has, without its body',
  skip,
  async t => {
    const { url, key, server } = await startPageService(t, { deliveries: [minimalDelivery()] })
    const { page, context } = await openPage(browser!, url, { key })
    await waitForHeading(page)
    const statuses: number[] = []
    server.events.on(
      'response',
      ({ path, raw }) => path.startsWith('/v1/') && statuses.push(raw.res.statusCode),
    )
    const second = await context.newPage()
    await second.goto(url)
    await waitForHeading(second)
    await page.reload()
    await waitForHeading(page)
    t.same(statuses, [304, 304])
    t.same(await page.locator('.ar .cover').allTextContents(), ['Game'])
    await context.close()
  },
)

t.test('the browser shows no response of one key to another', skip, async t => {
  const delivery = minimalDelivery({
    companies: [1, 2].map(company_id => ({ company_id, name: `Studio ${company_id}` })),
    app_access: [1, 2].map(company_id => ({ company_id, app_id: 1 })),
  })
  const { url, keyOf } = await startPageService(t, { deliveries: [delivery] })
  const { page, context } = await openPage(browser!, url, { size: { width: 1400, height: 900 } })
  for (const company of [1, 2]) {
    await page.fill('input[name=key]', await keyOf(company))
    await page.click('button:text("Open")')
    await waitForHeading(page)
    t.equal(
      await page.textContent('header bdi'),
      `Studio ${company}`,
      'the same app, of another company',
    )
    await page.click('header button:text("Forget key")')
  }
  await page.fill('input[name=key]', createApiKey())
  await page.click('button:text("Open")')
  await page.waitForSelector('text=Invalid key')
  await context.close()
})
