import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import type { ToolService } from '../tool-service.ts'
import { openInRawHost, type RawHost, type RawHostOptions } from './raw-host.ts'
import { repository } from '../repository.ts'

const TOOLS = { recommendations: 'svc_get_recommendations', alerts: 'svc_get_alerts' }

export interface OpenView extends RawHost {
  /** The calls of tools that the view made, in order. */
  calls: () => { name: string; arguments: Record<string, unknown> }[]
}

/** Shows a view of the real tool's answer; `change` may make of it what small deliveries do not hold. */
export async function showView(
  browser: Browser,
  { sent: call }: ToolService,
  view: keyof typeof TOOLS,
  toolArguments: Record<string, unknown>,
  options: Partial<RawHostOptions> & { change?: (answer: Record<string, unknown>) => void } = {},
): Promise<OpenView> {
  const { change, ...rest } = options
  const html = readFileSync(`${repository}server/web/dist/views/${view}.html`, 'utf8')
  const host = await openInRawHost(browser, {
    html,
    call: (name, args) => call(name, args),
    context: { locale: 'en-US' },
    ...rest,
  })
  const result = await call(TOOLS[view], toolArguments)
  change?.(result.structuredContent as Record<string, unknown>)
  await host.notify('ui/notifications/tool-input', { arguments: toolArguments })
  await host.notify('ui/notifications/tool-result', result)
  await host.frame.waitForSelector('header')
  return {
    ...host,
    calls: () =>
      host.requests.flatMap(({ method, params }) =>
        method === 'tools/call'
          ? [
              {
                name: String(params['name']),
                arguments: params['arguments'] as Record<string, unknown>,
              },
            ]
          : [],
      ),
  }
}
