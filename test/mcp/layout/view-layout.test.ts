import { readFileSync } from 'node:fs'
import t from 'tap'
import { startBrowser } from '../../support/browser.ts'
import { repository } from '../../support/repository.ts'
import { drawn, settled } from '../../support/page/app.ts'
import { axeViolations } from '../../support/page/axe-page.ts'
import { openPage, waitForHeading } from '../../support/page/open-page.ts'
import { startToolService } from '../../support/tool-service.ts'
import { violations } from '../../support/views/axe.ts'
import { openInRawHost } from '../../support/views/raw-host.ts'
import { adverseDelivery, APP_IDS, NAMES } from './adverse-delivery.ts'
import { layoutFaults } from './layout-faults.ts'

const WIDTHS = [320, 390, 768, 1024, 1400, 2200]
const NOW = '2026-04-01T12:00:00Z'
const CAMPAIGN = '&open=AXON+US+%7C+iOS+%7C+D0+15%25&on=IOS&of=AppLovin'

/** Screens of all apps. */
const OF_ALL = {
  today: '',
  alerts: '?view=alerts',
  'snoozed alerts': '?view=alerts&show=snoozed',
  'alerts of a network': '?view=alerts&network=AppLovin&app=4',
}

/** Screens of each app. */
const OF_APPS = {
  ROAS: '',
  'spend by campaign': '&by=campaign&metric=spend',
  'LTV by country, with a plan': '&by=country&metric=ltv&against=none&plan=same',
  'a campaign': CAMPAIGN,
}

const VIEWS = {
  recommendations: ['svc_get_recommendations', {}],
  alerts: ['svc_get_alerts', {}],
  report: [
    'svc_get_report',
    {
      metrics: ['spend', 'roas', 'cpi'],
      dsiValues: [1, 7],
      groupBy: ['NETWORK'],
      installGrouping: 'WEEKLY',
    },
  ],
  'roas-history': ['svc_get_roas_history', {}],
} as const

t.test('every screen and view fits its numbers and names at every width', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [adverseDelivery()], now: NOW })
  await service.server.start()
  const [url, key] = [`http://127.0.0.1:${service.server.info.port}/`, await service.keyOf(1)]
  let states = 0

  t.test('the page fits', async t => {
    const { page, context, errors } = await openPage(browser, url, { key, now: NOW })
    page.setDefaultTimeout(60_000)
    const screens = [
      ...Object.entries(OF_ALL),
      ...Object.entries(APP_IDS).flatMap(([currency, id]) =>
        Object.entries(OF_APPS).map(
          ([name, query]) => [`${currency}, ${name}`, `?app=${id}${query}`] as const,
        ),
      ),
    ]
    for (const [name, query] of screens) {
      await page.goto(url + query)
      await (query.startsWith('?app') ? settled(page) : waitForHeading(page))
      await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await drawn(page)
        states++
        let faults = await layoutFaults(page, NAMES)
        // Charts are drawn again once they have been measured.
        for (let more = 0; faults.length > 0 && more < 50; more++) {
          await drawn(page)
          faults = await layoutFaults(page, NAMES)
        }
        t.same(faults, [], `${name}, ${width} px`)
        // A screen has the same elements in every currency.
        const isFirst = !query.startsWith('?app') || name.startsWith('JPY')
        if (isFirst && width === 390)
          t.same(await axeViolations(page), [], `${name}, ${width} px: axe`)
      }
    }
    t.same(errors, [])
    await context.close()
  })

  for (const [view, [tool, toolArguments]] of Object.entries(VIEWS)) {
    t.test(`the view ${view} fits`, async t => {
      const html = readFileSync(`${repository}server/web/dist/views/${view}.html`, 'utf8')
      for (const [currency, appId] of Object.entries(APP_IDS)) {
        const { page, frame, notify, errors } = await openInRawHost(browser, {
          html,
          call: service.sent,
          context: { locale: 'en-US' },
        })
        page.setDefaultTimeout(60_000)
        const args = { appId, ...toolArguments }
        await notify('ui/notifications/tool-input', { arguments: args })
        await notify('ui/notifications/tool-result', await service.sent(tool, args))
        await frame.waitForSelector('header')
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          await frame.waitForFunction(wide => innerWidth === wide, width)
          await drawn(frame)
          states++
          t.same(await layoutFaults(frame, NAMES), [], `${currency}, ${width} px`)
          if (view === 'recommendations') {
            const first = await frame.locator('.campaigns .do b').first().boundingBox()
            t.ok(
              first!.y + first!.height <= 800,
              `${currency}, ${width} px: the first action ends at ${first!.y + first!.height} px`,
            )
          }
          if (currency === 'JPY' && width === 390)
            t.same(await violations(frame), [], `${width} px: axe`)
        }
        t.same(errors, [])
        await page.close()
      }
    })
  }

  t.test('360 states were drawn', async t => {
    t.equal(states, 360)
  })
})
