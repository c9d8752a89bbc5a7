/** How many requests people cost: 60 a minute are shared by all of a company. */

import type { Browser, Page } from 'playwright-core'
import t from 'tap'
import { startBrowser } from '../../../support/browser.ts'
import {
  type DemoPage,
  NOW,
  openPage,
  type OpenedPage,
  restRequests,
  startDemoPage,
} from '../../../support/page/open-page.ts'
import { elapse } from '../../../support/pauses.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }

/** How long a person looks at what a click showed, ms: 60 clicks take six minutes. */
const LOOK = 6000

/** Clicks of a morning on one of three apps. */
const CLICKS: readonly ((page: Page, app: number) => Promise<unknown>)[] = [
  page => page.locator('header nav a:text("Today")').dispatchEvent('click'),
  (page, app) => page.locator('.ar a.cover').nth(app).dispatchEvent('click'),
  page => page.locator('.pan a.cover').first().dispatchEvent('click'),
  page => page.locator('.pan a.cover').nth(1).dispatchEvent('click'),
  page => page.locator('tr[data-row] a.cover').first().dispatchEvent('click'),
  page => page.keyboard.press('Escape'),
  page => page.locator('tr[data-row] a.cover').nth(1).dispatchEvent('click'),
  page => page.keyboard.press('Escape'),
  page => page.locator('.pan a.cover').nth(1).dispatchEvent('click'),
  page => page.goBack(),
  page => page.goForward(),
  page => page.locator('header nav a:text("Alerts")').dispatchEvent('click'),
  page => page.locator('.ib details[data-key] > summary').nth(1).dispatchEvent('click'),
  page => page.locator('.ib details[data-key] > summary').nth(2).dispatchEvent('click'),
  page => page.locator('.seg .btn:has-text("Snoozed")').dispatchEvent('click'),
  page => page.locator('.seg .btn:has-text("Open")').dispatchEvent('click'),
  page => page.goBack(),
  page => page.locator('header nav a:text("Today")').dispatchEvent('click'),
  (page, app) => page.locator('.todo a.cover').nth(app).dispatchEvent('click'),
  page => page.keyboard.press('Escape'),
]

interface Morning {
  /** Requests of each person. */
  requests: number[]
  clicks: number
  minutes: number
  /** Clicks of each person of whose requests some were refused. */
  refused: number[]
  /** Longest wait for the rate limit, s. */
  longestWait: number
}

/** People who click at the same time, each in a browser of their own. */
async function spendMorning(
  browser: Browser,
  service: DemoPage,
  people: number,
  passed: { ms: number },
): Promise<Morning> {
  let [clicks, longestWait] = [0, 0]
  const refused = Array.from({ length: people }, () => new Set<number>())
  const open = async (person: number): Promise<OpenedPage> => {
    const opened = await openPage(browser, 'about:blank', {
      key: service.key,
      from: NOW,
      size: { width: 1400, height: 900 },
    })
    opened.page.on(
      'response',
      response => response.status() === 429 && refused[person]!.add(clicks),
    )
    await opened.page.goto(service.url)
    return opened
  }
  const opened = await Promise.all(Array.from({ length: people }, (_, person) => open(person)))
  const pages = opened.map(({ page }) => page)
  const pass = async (ms: number) => {
    passed.ms += ms
    await Promise.all(pages.map(page => page.clock.fastForward(ms)))
  }
  const settle = async () => {
    for (let waited = 0; ; waited++) {
      const busy = await Promise.all(
        pages.map(page => page.locator('main .sk, [role=dialog] .sk, main [role=status]').count()),
      )
      if (busy.every(count => count === 0))
        return void (longestWait = Math.max(longestWait, waited))
      const waiting = await Promise.all(pages.map(page => page.locator('.countdown').count()))
      if (waiting.some(count => count > 0)) await pass(1000)
      else {
        waited--
        await elapse(50)
      }
    }
  }
  await settle()
  const began = passed.ms
  for (const app of [0, 1, 2]) {
    for (const click of CLICKS) {
      await Promise.all(pages.map(page => click(page, app)))
      await settle()
      clicks++
      await pass(LOOK)
    }
  }
  const requests = opened.map(one => restRequests(one).length)
  await Promise.all(opened.map(({ context }) => context.close()))
  return {
    requests,
    clicks,
    minutes: (passed.ms - began) / 60_000,
    refused: refused.map(({ size }) => size),
    longestWait,
  }
}

for (const people of [1, 5]) {
  t.test(
    `a morning of ${people} refuses no one twice, one person never, at under 11 requests a minute on average`,
    skip,
    async t => {
      const passed = { ms: 0 }
      const service = await startDemoPage(t, {
        environment: { RATE_LIMIT: '60' },
        apps: [103],
        ahead: () => passed.ms,
      })
      const { requests, clicks, minutes, refused, longestWait } = await spendMorning(
        browser!,
        service,
        people,
        passed,
      )
      t.comment(
        `${requests.join(', ')} requests for ${clicks} clicks in ${minutes.toFixed(1)} minutes; longest wait ${longestWait} s`,
      )
      t.equal(clicks, 60)
      // Five browsers cannot see each other's requests in flight.
      t.ok(
        refused.every(count => count <= (people === 1 ? 0 : 1)),
        `${refused.join(', ')} clicks refused`,
      )
      for (const count of requests)
        t.ok(count / minutes < 11, `${(count / minutes).toFixed(1)} a minute`)
      if (people === 1) t.equal(longestWait, 0, 'one person never waits')
    },
  )
}
