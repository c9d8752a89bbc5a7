import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'

/** Screens of the page at `/`: the query of the address, what to wait for, and where the picture begins. */
const SCREENS = [
  { name: 'today', query: '', ready: '.todo li', from: null },
  { name: 'app', query: '?app=101', ready: 'main table tbody tr', from: null },
  { name: 'budget', query: '?app=101&plan=79000', ready: '.bp-answer', from: '#budget' },
  { name: 'alerts', query: '?view=alerts&app=101', ready: '.ib > details', from: null },
] as const

const SIZES = [
  { width: 1400, height: 1000 },
  { width: 390, height: 844 },
] as const

/** The page at `/` on the demo, in both themes, wide and on a phone. */
export async function shootPage(
  browser: Browser,
  demo: { url: string; key: string },
  now: Date,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of SIZES) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-US',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.clock.setFixedTime(now)
      await page.addInitScript(key => sessionStorage.setItem('uascope-key', key), demo.key)
      for (const { name, query, ready, from } of SCREENS) {
        await page.goto(demo.url + query)
        await page.waitForSelector(ready)
        await page.waitForTimeout(500)
        if (from !== null) await page.locator(from).evaluate(element => element.scrollIntoView())
        const path = fileURLToPath(
          new URL(`./page-${name}-${viewport.width}-${colorScheme}.png`, import.meta.url),
        )
        await page.screenshot({ path })
        console.log(path)
      }
      await context.close()
    }
  }
}
