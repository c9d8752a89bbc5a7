import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Test } from 'tap'
import { changeAccess } from '../../../server/imports/load/changes.ts'
import { steadyClock } from '../../../server/core/runtime/shared-work.ts'
import { readConfig } from '../../../server/core/runtime/config.ts'
import { createService } from '../../../server/http/service.ts'
import { demoInto } from '../demo.ts'
import { startService, type TestService, type TestServiceOptions } from '../started-service.ts'
import { temporaryFolder } from '../temporary-folder.ts'

export interface PageService extends TestService {
  /** Where the page is. */
  url: string
  key: string
}

/** A listening service, its page at `/`, and a key of company 1. */
export async function startPageService(t: Test, options: TestServiceOptions): Promise<PageService> {
  const service = await startService(t, options)
  await service.server.start()
  return { ...service, url: `${service.server.info.uri}/`, key: await service.keyOf(1) }
}

/** The day of the demo that pages are shown with. */
export const DAY = '2026-11-22'
export const NOW = `${DAY}T12:00:00Z`

export interface DemoPage {
  url: string
  /** Of company 1, with the apps 101 and 102. */
  key: string
  keyOf: (companyId: number) => Promise<string>
  /** GET over REST, as JSON. */
  get: <T>(path: string, key?: string) => Promise<T>
}

interface DemoOptions {
  environment?: Record<string, string>
  /** Apps that company 1 reads besides its own. */
  apps?: readonly number[]
  /** Milliseconds that the steady clock, which counts the rate limit's minutes, is ahead. */
  ahead?: () => number
}

/** A listening service on the demo of `DAY`; gone when the test ends. */
export async function startDemoPage(
  t: Pick<Test, 'teardown'>,
  options: DemoOptions = {},
): Promise<DemoPage> {
  const { environment = {}, apps = [], ahead = () => 0 } = options
  const dataDir = temporaryFolder(t, 'page')
  await demoInto(dataDir, DAY)
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '1000000',
    DEMO: 'off',
    ...environment,
    DATA_DIR: dataDir,
    PORT: '0',
  })
  const service = await createService(config, {
    clock: () => new Date(NOW),
    steady: () => steadyClock() + ahead(),
  })
  t.teardown(() => service.stop())
  for (const appId of apps)
    await changeAccess(service.storage.imports, { companyId: 1, appId, granted: true })
  await service.server.start()
  const keyOf = async (companyId: number) => (await service.keys.create({ companyId })).key
  const key = await keyOf(1)
  return {
    url: `${service.server.info.uri}/`,
    key,
    keyOf,
    async get(path, as = key) {
      const { payload } = await service.server.inject({
        url: path,
        headers: { authorization: `Bearer ${as}` },
      })
      return JSON.parse(payload)
    },
  }
}

/** The demo page that the tests of a file share; it starts with the first that asks. */
export function sharedDemo(t: Pick<Test, 'teardown'>): () => Promise<DemoPage> {
  let started: Promise<DemoPage> | undefined
  return () => (started ??= startDemoPage(t))
}

export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** Errors in the console, thrown ones, and requests that failed or were blocked. */
  errors: string[]
  /** Requests that left the browser, in order. */
  requests: { method: string; url: string; headers: Record<string, string>; body: string | null }[]
}

export interface OpenOptions {
  /** The end of the address. */
  query?: string
  /** Kept in the tab from the beginning. */
  key?: string
  size?: { width: number; height: number }
  theme?: 'light' | 'dark'
  /** The moment that the browser's clock shows, for ever. Default: the real one. */
  now?: string
  /** The moment at which the browser's clock starts; `page.clock.fastForward` moves it on. */
  from?: string
}

/** The page in a tab of a browser that knows nothing of it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: OpenOptions = {},
): Promise<OpenedPage> {
  const {
    query = '',
    key,
    size = { width: 1000, height: 900 },
    theme = 'light',
    now,
    from,
  } = options
  const context = await browser.newContext({
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  const errors: string[] = []
  const requests: OpenedPage['requests'] = []
  page.on(
    'console',
    message => ['error', 'warning'].includes(message.type()) && errors.push(message.text()),
  )
  page.on('pageerror', error => errors.push(String(error)))
  page.on('requestfailed', request => {
    // Asked on a page that was left.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      errors.push(`${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', request =>
    requests.push({
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      body: request.postData(),
    }),
  )
  if (now !== undefined) await page.clock.setFixedTime(now)
  if (from !== undefined) await page.clock.install({ time: from })
  if (key !== undefined) {
    await context.addInitScript(kept => {
      sessionStorage.setItem('uascope-key', kept)
    }, key)
  }
  await page.goto(url + query)
  return { page, context, errors, requests }
}

/** Once the heading says something of the data. */
export async function waitForHeading(page: Page): Promise<string> {
  await page.waitForFunction(
    () =>
      document.querySelector('main h1') !== null &&
      document.querySelector('main .sk, main [role=status]') === null,
  )
  return (await page.textContent('main h1')) ?? ''
}

/** Requests of the page to the REST API. */
export function restRequests({ requests }: Pick<OpenedPage, 'requests'>): string[] {
  return requests
    .map(({ url }) => new URL(url))
    .flatMap(({ pathname, search }) => (pathname.startsWith('/v1/') ? [pathname + search] : []))
}
