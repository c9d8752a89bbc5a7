import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { openInRawHost, type RawHost } from '../../test/support/views/raw-host.ts'
import { addDays, utcDate } from '../../server/core/model/dates.ts'

const VIEWS = {
  recommendations: ['svc_get_recommendations', {}],
  plan: ['svc_get_recommendations', { budgetPlan: { dailyBudget: 79_000 } }],
  report: [
    'svc_get_report',
    {
      metrics: ['spend', 'roas'],
      groupBy: ['NETWORK'],
      installGrouping: 'WEEKLY',
      dsiValues: [30],
    },
  ],
  'roas-history': ['svc_get_roas_history', {}],
  alerts: ['svc_get_alerts', {}],
} as const

type ViewName = keyof typeof VIEWS

/** The view that shows it, if its name differs. */
const RENDERED_BY: Partial<Record<ViewName, string>> = { plan: 'recommendations' }

const VIEW_NAMES = Object.keys(VIEWS) as ViewName[]

interface ViewOptions {
  demo: { url: string; key: string }
  theme: 'light' | 'dark'
  size: { width: number; height: number }
  /** The time of `Date` in the view. */
  now: Date
}

/** Shows a view of the demo's first app in a host with a chat, by the service's own tools. */
async function openView(
  browser: Browser,
  view: ViewName,
  { demo, theme, size, now }: ViewOptions,
): Promise<RawHost> {
  const [tool, always] = VIEWS[view]
  const before = addDays(utcDate(now), -30)
  const args = {
    appId: 101,
    ...always,
    ...(view === 'alerts' ? { distinct: true, startDate: before } : {}),
  }
  const call = (name: string, toolArguments: object) => callTool(demo, name, toolArguments)
  const html = readFileSync(
    fileURLToPath(
      new URL(`../../server/web/dist/views/${RENDERED_BY[view] ?? view}.html`, import.meta.url),
    ),
    'utf8',
  )
  const host = await openInRawHost(browser, {
    html: atTime(html, now),
    call,
    context: { theme },
    size,
  })
  await host.notify('ui/notifications/tool-input', { arguments: args })
  await host.notify('ui/notifications/tool-result', await call(tool, args))
  await host.frame.waitForSelector('main[aria-busy=false] header')
  // Targets and the rest of a truncated result follow.
  await host.page.waitForTimeout(1500)
  if (view === 'plan')
    await host.frame.locator('.plan').evaluate(element => element.scrollIntoView())
  return host
}

/** All views in both themes, at the width of a chat. */
export async function shootViews(
  browser: Browser,
  demo: ViewOptions['demo'],
  now: Date,
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    for (const view of VIEW_NAMES) {
      const { page } = await openView(browser, view, {
        demo,
        theme,
        size: { width: 1000, height: 1000 },
        now,
      })
      const path = fileURLToPath(new URL(`./${view}-${theme}.png`, import.meta.url))
      await page.screenshot({ path })
      console.log(path)
      await page.close()
    }
  }
}

async function callTool(
  { url, key }: ViewOptions['demo'],
  name: string,
  args: object,
): Promise<object> {
  const response = await fetch(`${url}v1/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  const { result, error } = (await response.json()) as {
    result?: object
    error?: { message: string }
  }
  if (result === undefined) throw new Error(`${name}: ${error?.message}`)
  return result
}

/** The page's clock does not affect frames of another origin. */
function atTime(html: string, now: Date): string {
  const script = `{const at=${now.getTime()},D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(at)}static now(){return at}}}`
  return html.replace('<head>', `<head><script>${script}</script>`)
}
