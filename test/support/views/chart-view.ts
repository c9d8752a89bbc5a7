import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import type { Test } from 'tap'
import type { ToolService } from '../tool-service.ts'
import { openInRawHost, type RawHost, type RawHostOptions } from './raw-host.ts'
import { repository } from '../repository.ts'

const TOOLS = { report: 'svc_get_report', 'roas-history': 'svc_get_roas_history' }

export interface Call {
  name: string
  arguments: Record<string, unknown>
}

export interface ChartView extends RawHost {
  /** The calls of tools that the view made, in order. */
  calls: (name?: string) => Call[]
  /** What a button that copies would copy. */
  copied: (label: string) => Promise<string[][]>
}

/** Shows a view of the real tool's answer to some arguments. */
export async function showChart(
  t: Test,
  browser: Browser,
  { sent: call }: ToolService,
  view: keyof typeof TOOLS,
  toolArguments: Record<string, unknown>,
  options: Partial<RawHostOptions> = {},
): Promise<ChartView> {
  const html = readFileSync(`${repository}server/web/dist/views/${view}.html`, 'utf8')
  const host = await openInRawHost(browser, {
    html,
    call: (name, args) => call(name, args),
    context: { locale: 'en-US' },
    ...options,
  })
  t.teardown(() => host.page.close())
  await host.notify('ui/notifications/tool-input', { arguments: toolArguments })
  await host.notify('ui/notifications/tool-result', await call(TOOLS[view], toolArguments))
  await host.frame.waitForSelector('header')
  return {
    ...host,
    calls: only =>
      host.requests.flatMap(({ method, params }) => {
        const name = String(params['name'])
        return method === 'tools/call' && (only === undefined || name === only)
          ? [{ name, arguments: params['arguments'] as Record<string, unknown> }]
          : []
      }),
    async copied(label) {
      // A frame that may not copy shows the text.
      await host.frame.evaluate(() => (document.execCommand = () => false))
      await host.frame.getByRole('button', { name: label }).click()
      const text = await host.frame.locator('.copy textarea').inputValue()
      return text.split('\n').map(line => line.split('\t'))
    },
  }
}

/** Where each tick of a chart stands, and the line through them: the value at a height. */
export interface Ticks {
  valueAt: (y: number) => number
  perPx: number
}

/** A chart's scale as its ticks say it: two of them fix it. */
export function ticksOf(ticks: readonly { y: number; value: number }[]): Ticks {
  const [first, last] = [ticks[0]!, ticks.at(-1)!]
  const perPx = (last.value - first.value) / (last.y - first.y)
  return { valueAt: y => first.value + (y - first.y) * perPx, perPx: Math.abs(perPx) }
}

/** Points of a path of M and L. */
export function pointsOf(path: string): { x: number; y: number; move: boolean }[] {
  return [...path.matchAll(/([ML])(-?[\d.]+),(-?[\d.]+)/g)].map(([, kind, x, y]) => ({
    x: Number(x),
    y: Number(y),
    move: kind === 'M',
  }))
}
