/** `npm run screenshots`: pictures of the page at `/` and of the views on the demo, written to this folder; `-- views` or `-- page` selects those. */

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { shootPage } from './shoot-page.ts'
import { startDemo } from './start-demo.ts'
import { shootViews } from './views.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(path =>
  existsSync(path),
)

/** A fixed day, so that pictures change only with the views. */
const NOW = new Date('2026-03-18T12:00:00Z')

if (CHROMIUM === undefined)
  throw new Error(
    'Install Chromium, and a font for the names of the demo: apt-get install chromium fonts-noto-cjk',
  )
const [only] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'uascope-screenshots-'))
const demo = await startDemo(folder, NOW)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  if (only !== 'page') await shootViews(browser, demo, NOW)
  if (only !== 'views') await shootPage(browser, demo, NOW)
} finally {
  await browser.close()
  await demo.stop()
  await rm(folder, { recursive: true, force: true })
}
