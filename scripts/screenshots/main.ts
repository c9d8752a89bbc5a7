/** `npm run screenshots`: pictures of the page at `/` on the demo, written beside this file. */

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { shootPage } from './page.ts'
import { startDemo } from './start-demo.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find(path => existsSync(path))

/** A fixed day, so that pictures change only with the views. */
const NOW = new Date('2026-03-18T12:00:00Z')

if (CHROMIUM === undefined) throw new Error('Install Chromium: apt-get install chromium')
const folder = await mkdtemp(join(tmpdir(), 'uascope-screenshots-'))
const demo = await startDemo(folder, NOW)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  await shootPage(browser, demo, NOW)
} finally {
  await browser.close()
  await demo.stop()
  await rm(folder, { recursive: true, force: true })
}
