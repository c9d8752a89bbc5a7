/** `npm run screenshots`: pictures of the views as the page at `/` shows them on the demo, written beside this file. */

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { startDemo } from './start-demo.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(path => existsSync(path))
const VIEWS = ['Recommendations', 'Report', 'ROAS history', 'Alerts']
const WIDTH = 1000

/** A fixed day, so that pictures change only with the views. */
const NOW = new Date('2026-03-18T12:00:00Z')

if (CHROMIUM === undefined) throw new Error('Install Chromium: apt-get install chromium')
const folder = await mkdtemp(join(tmpdir(), 'uascope-screenshots-'))
const demo = await startDemo(folder, NOW)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  for (const theme of ['light', 'dark'] as const) await shoot(browser, theme)
} finally {
  await browser.close()
  await demo.stop()
  await rm(folder, { recursive: true, force: true })
}

async function shoot(browser: Browser, theme: 'light' | 'dark'): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: WIDTH, height: 1000 },
    colorScheme: theme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  await page.clock.setFixedTime(NOW)
  await page.goto(demo.url)
  await page.fill('input[name=key]', demo.key)
  await page.click('form button')
  for (const view of VIEWS) {
    await page.click(`main nav a:text-is("${view}")`)
    await page.waitForSelector(`section.stage[aria-label="${view}"][aria-busy=false]`)
    await page.frameLocator('iframe').locator('main[aria-busy=false] header').waitFor()
    await page.evaluate(() => document.querySelectorAll('details').forEach(options => options.removeAttribute('open')))
    await page.waitForTimeout(500)
    const path = fileURLToPath(new URL(`./${view.toLowerCase().replace(' ', '-')}-${theme}.png`, import.meta.url))
    await page.screenshot({ path })
    console.log(path)
  }
  await page.close()
}
