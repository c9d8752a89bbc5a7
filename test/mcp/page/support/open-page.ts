import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { startService, type TestService, type TestServiceOptions } from '../../../support/service.ts'

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

export interface OpenedPage {
  page: Page
  context: BrowserContext
  /** Errors in the console, thrown ones, and requests that failed or were blocked. */
  errors: string[]
  /** Requests that left the browser, in order. */
  requests: { method: string; url: string; headers: Record<string, string>; body: string | null }[]
}

export interface OpenOptions {
  /** What the address ends with. */
  hash?: string
  /** Kept in the tab from the beginning. */
  key?: string
  size?: { width: number; height: number }
  theme?: 'light' | 'dark'
}

/** The page in a tab of a browser that knows nothing of it. */
export async function openPage(browser: Browser, url: string, options: OpenOptions = {}): Promise<OpenedPage> {
  const { hash = '', key, size = { width: 1000, height: 900 }, theme = 'light' } = options
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: 'reduce', acceptDownloads: true })
  const page = await context.newPage()
  const errors: string[] = []
  const requests: OpenedPage['requests'] = []
  page.on('console', message => ['error', 'warning'].includes(message.type()) && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  page.on('requestfailed', request => {
    // A question whose view was left is dropped.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') errors.push(`${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('request', request =>
    requests.push({ method: request.method(), url: request.url(), headers: request.headers(), body: request.postData() }),
  )
  if (key !== undefined) {
    await context.addInitScript(kept => {
      try {
        sessionStorage.setItem('uascope-key', kept)
      } catch {
        // The view's frame has no storage.
      }
    }, key)
  }
  await page.goto(url + hash)
  return { page, context, errors, requests }
}

/** The frame of the view, once it shows an answer. */
export async function shownView(page: Page): Promise<Frame> {
  await page.waitForSelector('section.stage[aria-busy=false]')
  const element = await page.waitForSelector('iframe')
  const frame = (await element.contentFrame())!
  await frame.waitForSelector('main[aria-busy=false] header')
  return frame
}

/** The frame of the next view, once something was done that brings one. */
export async function nextView(page: Page, act: () => Promise<unknown>): Promise<Frame> {
  const before = await page.waitForSelector('iframe')
  await act()
  await before.waitForElementState('hidden')
  return shownView(page)
}

/** The arguments of every call of a tool that left the browser. */
export function callsOf({ requests }: Pick<OpenedPage, 'requests'>, tool: string): Record<string, unknown>[] {
  return requests.flatMap(({ body }) => {
    const { method, params } = JSON.parse(body ?? '{}') as {
      method?: string
      params?: { name?: string; arguments?: Record<string, unknown> }
    }
    return method === 'tools/call' && params?.name === tool ? [params.arguments ?? {}] : []
  })
}
