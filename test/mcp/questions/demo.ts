import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Test } from 'tap'
import { openDelivery, type OpenDelivery } from '../../support/open-delivery.ts'
import { demoDelivery } from '../../support/demo.ts'
import { startToolService } from '../../support/tool-service.ts'

/** A Monday. */
export const TODAY = '2026-11-23'

/** A tool's rows by column name, and the other fields. */
export interface ToolRows {
  rows: Record<string, unknown>[]
  totalRows: number
  truncated: boolean
  context: Record<string, unknown>
  totals: Record<string, never>
  unmatched?: Record<string, Record<string, string[]>>
  [field: string]: unknown
}

/** An app as `svc_list_apps` tells it. */
export interface ListedApp {
  id: number
  name: string
  weeklyAggregation: boolean
}

/** What a reader of the demo's data has: the tools, each call counted. */
export interface Reader {
  /** The first app that suits, as the list tells it. */
  app: (suits: (app: ListedApp) => boolean) => Promise<ListedApp>
  ask: (tool: string, args: object) => Promise<ToolRows>
  /** The text of a call that is refused. */
  refused: (tool: string, args: object) => Promise<string>
  calls: () => number
  /** Tokens of the answers' text. */
  tokens: () => number
}

/** The service with the demo's data, as the reader of a new conversation sees it, and the delivery's own files. */
export async function startDemo(
  t: Pick<Test, 'teardown'>,
): Promise<{ reader: (companyId: number) => Reader; delivery: OpenDelivery }> {
  const service = await startToolService(t, { now: `${TODAY}T09:00:00Z`, demo: TODAY })
  const delivery = await openDelivery(await demoDelivery(TODAY))
  t.teardown(() => delivery.close())

  const reader = (companyId: number): Reader => {
    let [calls, tokens] = [0, 0]
    const call = async (tool: string, args: object) => {
      const answer = await service.call(tool, args, { companyId })
      calls++
      tokens += countTokens(answer.content[0].text)
      return answer
    }
    const ask = async (tool: string, args: object): Promise<ToolRows> => {
      const { isError, content, structuredContent } = await call(tool, args)
      if (isError) throw new Error(content[0].text)
      const {
        columns = [],
        rows = [],
        ...others
      } = structuredContent as { columns?: string[]; rows?: unknown[][] }
      return {
        ...others,
        rows: rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index]]))),
      } as unknown as ToolRows
    }
    return {
      async app(suits) {
        const { apps } = (await ask('svc_list_apps', {})) as unknown as { apps: ListedApp[] }
        const match = apps.find(suits)
        if (match === undefined) throw new Error('The company cannot read the app')
        return match
      },
      ask,
      async refused(tool, args) {
        const { isError, content } = await call(tool, args)
        if (!isError) throw new Error('The call was not refused')
        return content[0].text
      },
      calls: () => calls,
      tokens: () => tokens,
    }
  }
  return { reader, delivery }
}
