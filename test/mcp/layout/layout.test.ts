import { readFileSync } from 'node:fs'
import t from 'tap'
import { startBrowser } from '../../support/browser.ts'
import { repository } from '../../support/repository.ts'
import { openPage, shown } from '../page/support/open-page.ts'
import { axeViolations } from '../page/support/axe-page.ts'
import { settled } from '../page/app/support.ts'
import { startToolService } from '../tools/tool-service.ts'
import { openInRawHost } from '../views/support/raw-host.ts'
import { adverseDelivery, APP_IDS, NAMES } from './adverse-delivery.ts'
import { layoutFaults } from './layout-faults.ts'

const WIDTHS = [320, 390, 768, 1024, 1400, 2200]
const NOW = '2026-04-01T12:00:00Z'
const OPEN = '&open=AXON+US+%7C+iOS+%7C+D0+15%25&on=IOS&of=AppLovin'

/** Screens of an app; those of all apps are drawn once. */
const OF_APPS = {
  roas: '',
  'spend by campaign': '&by=campaign&metric=spend',
  'LTV by country, with a plan': '&by=country&metric=ltv&against=none&plan=same',
  campaign: OPEN,
}
const OF_ALL = {
  today: '',
  alerts: '?view=alerts',
  'snoozed alerts': '?view=alerts&show=snoozed',
  'alerts of a network': '?view=alerts&network=AppLovin&app=4',
}
const VIEWS = {
  recommendations: ['svc_get_recommendations', {}],
  alerts: ['svc_get_alerts', {}],
  report: ['svc_get_report', { metrics: ['spend', 'roas', 'cpi'], dsiValues: [1, 7], groupBy: ['NETWORK'], installGrouping: 'WEEKLY' }],
  'roas-history': ['svc_get_roas_history', {}],
} as const

const browser = await startBrowser(t)
if (browser !== undefined) {
  const service = await startToolService(t, { deliveries: [adverseDelivery()], now: NOW })
  await service.server.start()
  const [url, key] = [`http://127.0.0.1:${service.server.info.port}/`, await service.keyOf(1)]
  let states = 0
  const found: string[] = []

  t.test('the page', async t => {
    const { page, context, errors } = await openPage(browser, url, { key, now: NOW })
    page.setDefaultTimeout(60_000)
    const screens = [
      ...Object.entries(OF_ALL),
      ...Object.entries(APP_IDS).flatMap(([currency, id]) =>
        Object.entries(OF_APPS).map(([name, query]) => [`${currency}: ${name}`, `?app=${id}${query}`] as const),
      ),
    ]
    for (const [name, query] of screens) {
      await page.goto(url + query)
      await (query.startsWith('?app') ? settled(page) : shown(page))
      await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        // Charts are drawn again once they have seen their new width.
        await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        states++
        const faults = await layoutFaults(page, NAMES)
        t.same(faults, [], `${name}, ${width} px`)
        if (process.env['LAYOUT_SHOTS'] && (query === '' || query.includes('alerts') || /JPY|EUR|KWD/.test(name)))
          await page.screenshot({ path: `${process.env['LAYOUT_SHOTS']}/page ${name} ${width}.png`, fullPage: true })
        found.push(...faults.map(fault => `page ${name} ${width}: ${fault}`))
        if (query.startsWith('?app') && !name.startsWith('JPY')) continue
        if (width === 390 || width === 1400) t.same(await axeViolations(page), [], `${name}, ${width} px: axe`)
      }
    }
    t.same(errors, [])
    await context.close()
  })

  for (const [view, [tool, given]] of Object.entries(VIEWS)) {
    t.test(`the view ${view}`, async t => {
      const html = readFileSync(`${repository}generated/views/${view}.html`, 'utf8')
      for (const [currency, appId] of Object.entries(APP_IDS)) {
        const { page, frame, notify, errors } = await openInRawHost(browser, { html, call: service.sent, context: { locale: 'en-US' } })
        page.setDefaultTimeout(60_000)
        const args = { appId, ...given }
        await notify('ui/notifications/tool-input', { arguments: args })
        await notify('ui/notifications/tool-result', await service.sent(tool, args))
        await frame.waitForSelector('header')
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await frame.waitForFunction(wide => innerWidth === wide, width)
          await frame.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))))
          states++
          const faults = await layoutFaults(frame, NAMES)
          t.same(faults, [], `${currency}, ${width} px`)
          if (process.env['LAYOUT_SHOTS'] && /JPY|EUR|KWD/.test(currency)) {
            await page.setViewportSize({ width, height: 3000 })
            await page.screenshot({ path: `${process.env['LAYOUT_SHOTS']}/view ${view} ${currency} ${width}.png`, fullPage: true })
          }
          if (view === 'recommendations') {
            const first = await frame.locator('.line .step').first().boundingBox()
            t.ok(
              first !== null && first.y + first.height <= 800,
              `${currency}, ${width} px: the first action is on the first screen, at ${first?.y}`,
            )
          }
          found.push(...faults.map(fault => `view ${view} ${currency} ${width}: ${fault}`))
        }
        t.same(errors, [])
        await page.close()
      }
    })
  }

  t.teardown(() => console.error(`${states} states, ${found.length} faults\n${process.env['LAYOUT_LIST'] ? found.join('\n') : ''}`))
}
