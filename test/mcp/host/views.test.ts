import { readFileSync } from 'node:fs'
import t from 'tap'
import { alertRow, appRow, minimalDelivery, recommendationRow } from '../../reference/minimal-delivery.ts'
import { startBrowser } from '../../support/browser.ts'
import { callsOf, nextView, openPage, shownView, startPageService } from './support/open-page.ts'

const browser = await startBrowser(t)
const OTHERS = [
  ['Recommendations', '#recommendations?appId=1'],
  ['ROAS history', '#roas-history?appId=1'],
  ['Alerts', '#alerts?appId=1'],
] as const
const HOSTILE = '<img src=x onerror="document.title=\'taken\'">'
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

t.test('every view is shown, whatever names are; no error, and nothing that axe finds', { skip: browser === undefined }, async t => {
  const delivery = minimalDelivery({
    apps: [appRow({ name: HOSTILE })],
    recommendations: [recommendationRow({ campaign: HOSTILE })],
    alerts: [alertRow({ title: HOSTILE })],
  })
  const { url, key } = await startPageService(t, { deliveries: [delivery] })
  for (const theme of ['light', 'dark'] as const) {
    const { page, context, errors } = await openPage(browser!, url, { key, theme, size: { width: 320, height: 700 } })
    for (const [name, hash] of [
      ['Report', '#report?appId=1&'],
      // One tells whether they are drawn dark.
      ...(theme === 'dark' ? [] : OTHERS),
    ] as const) {
      const frame = await nextView(page, () => page.click(`nav a:text-is("${name}")`))
      t.ok(new URL(page.url()).hash.startsWith(hash), page.url())
      t.match(await frame.textContent('header'), HOSTILE, name)
      t.equal(await page.getAttribute('nav a[aria-current]', 'href'), new URL(page.url()).hash)
      t.equal(await frame.evaluate(() => document.documentElement.dataset['theme']), theme)
      t.equal(await page.title(), 'uascope')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      t.ok(wide <= 320, `${wide} px wide`)
      t.ok((await page.locator('iframe').boundingBox())!.height > 50)
    }
    await page.click('summary:text("More options")')
    const found = await page
      .evaluate(async axe => {
        // The policy lets no script in: as the browser's own console does.
        ;(0, eval)(axe)
        const { axe: checker } = window as unknown as { axe: { run: (node: object, options: object) => Promise<{ violations: object[] }> } }
        return (await checker.run({ exclude: ['iframe'] }, { iframes: false })).violations
      }, AXE)
      .catch((error: unknown) => String(error))
    t.same(found, [])
    t.same(errors, [])
    await context.close()
  }
})

t.test("the form follows the tool's arguments; the address holds the state", { skip: browser === undefined }, async t => {
  const delivery = minimalDelivery({
    apps: [appRow(), appRow({ app_id: 2, name: 'Other' })],
    app_access: [1, 2].map(app_id => ({ company_id: 1, app_id })),
  })
  const { url, key } = await startPageService(t, { deliveries: [delivery] })
  const opened = await openPage(browser!, url, { key, hash: '#report?appId=1&metrics=spend,roas&dsiValues=7' })
  const { page, errors, context } = opened
  await shownView(page)
  t.same(callsOf(opened, 'svc_get_report').at(-1), { appId: 1, metrics: ['spend', 'roas'], dsiValues: [7] })
  t.ok(await page.isChecked('input[name=metrics][value=roas]'))
  t.notOk(await page.isChecked('input[name=metrics][value=cpi]'))

  await page.check('input[name=metrics][value=cpi]')
  await page.check('input[name=platforms][value=IOS]')
  await page.fill('input[name=startDate]', '2026-03-01')
  await page.selectOption('select[name=installGrouping]', 'MONTHLY')
  await page.click('summary:text("More options")')
  await page.fill('input[name=campaigns]', '"US, Tier 1", Other')
  await page.fill('input[name=limit]', '20')
  await page.check('input[name=partial]')
  await nextView(page, () => page.click('button:text("Show")'))
  t.match(page.url(), /limit=20/)
  const asked = {
    appId: 1,
    metrics: ['spend', 'cpi', 'roas'],
    dsiValues: [7],
    platforms: ['IOS'],
    startDate: '2026-03-01',
    installGrouping: 'MONTHLY',
    campaigns: ['US, Tier 1', 'Other'],
    limit: 20,
    partial: true,
  }
  t.same(callsOf(opened, 'svc_get_report').at(-1), asked)

  const fresh = await openPage(browser!, page.url())
  await fresh.page.fill('input[name=key]', key)
  await fresh.page.keyboard.press('Enter')
  await shownView(fresh.page)
  t.same(callsOf(fresh, 'svc_get_report'), [asked], 'reopened from its address')
  t.equal(fresh.page.url(), page.url())
  t.equal(await fresh.page.inputValue('input[name=campaigns]'), '"US, Tier 1", Other')
  await fresh.context.close()

  await nextView(page, () => page.selectOption('select[name=appId]', { label: 'Other' }))
  t.same(callsOf(opened, 'svc_get_report').at(-1), { ...asked, appId: 2 })
  await nextView(page, () => page.goBack())
  t.same(callsOf(opened, 'svc_get_report').at(-1), asked)
  t.equal(await page.inputValue('select[name=installGrouping]'), 'MONTHLY')
  await nextView(page, () => page.goForward())
  t.match(page.url(), /appId=2/)
  t.same(errors, [])
  await context.close()
})

t.test("a tool's refusal is shown by the view", { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  for (const [hash, words] of [
    ['#report?appId=1&metrics=fun&color=red', /metrics.*color|color.*metrics/s],
    ['#alerts?appId=999', /app/i],
    ['#report?appId=x', /appId/],
  ] as const) {
    const { page, context, errors } = await openPage(browser!, url, { key, hash })
    const frame = (await (await page.waitForSelector('iframe')).contentFrame())!
    await frame.waitForSelector('.notice')
    t.match(await frame.textContent('.notice'), words)
    t.same(errors, [])
    await context.close()
  }
})

t.test('by keyboard alone', { skip: browser === undefined }, async t => {
  const { url, key } = await startPageService(t, { deliveries: [minimalDelivery()] })
  const { page, context, errors } = await openPage(browser!, url)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '')
  const tabTo = async (name: string, press = 'Tab') => {
    for (let steps = 0; steps < 60; steps += 1) {
      if ((await focused()) === name) return
      await page.keyboard.press(press)
    }
    t.fail(`${name} is not reached`)
  }
  await tabTo('key')
  await page.keyboard.type(key)
  await page.keyboard.press('Enter')
  await shownView(page)
  await tabTo('Report')
  await nextView(page, () => page.keyboard.press('Enter'))
  t.match(page.url(), /#report/)
  await tabTo('metrics')
  await page.keyboard.press('Space')
  await nextView(page, () => page.keyboard.press('Enter'))
  t.match(page.url(), /metrics=installs,cpi,roas/)
  t.equal(await focused(), 'metrics', 'the place in the form is kept')
  await tabTo('Forget key', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForSelector('input[name=key]')
  t.same(errors, [])
  await context.close()
})
