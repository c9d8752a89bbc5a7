import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import type { Test } from 'tap'
import { requireOrSkip } from './require-or-skip.ts'

/** Chromium, best without what only its windows need: a page then costs a quarter of the processor time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(path =>
  existsSync(path),
)

const ARGS = ['--no-sandbox', '--disable-gpu']

/** How long, in ms, a page waits for what it expects: a busy machine takes longer than the library's 30 s. */
const PATIENCE = 120_000

/** A browser for the tests of a file; undefined, the test being skipped, where there is none. */
export async function startBrowser(t: Test): Promise<Browser | undefined> {
  if (!requireOrSkip(t, CHROMIUM !== undefined, 'Chromium')) return undefined
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ARGS })
  t.teardown(() => browser.close())
  // `newPage` makes its context with it, too.
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await newContext(options)
    context.setDefaultTimeout(PATIENCE)
    return context
  }
  return browser
}
