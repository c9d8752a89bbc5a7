/** What must not compile. The type checker fails where a line marked so does. */

import type { Answer, Call, Handlers } from '../../../../server/answers/contract/answers.ts'
import { parseRequest } from '../../../../server/answers/contract/query.ts'

type Handler<Op extends keyof Handlers> = Handlers[Op]

declare const handlers: Handlers
declare const call: Call<'getReport'>

export const complete: Handlers = { ...handlers }

const { getAlerts: _, ...incomplete } = handlers
// @ts-expect-error a handler is missing
export const missing: Handlers = incomplete

// @ts-expect-error there is no such operation
export const superfluous: Handlers = { ...handlers, getNothing: handlers.listApps }

export const right: Handler<'listApps'> = async () => ({
  kind: 'list',
  tag: 'a',
  headers: {},
  body: async () => [{ id: 1, name: 'Game', createdAt: '2026-03-01T00:00:00.000Z' }],
})

async function texts() {
  return [{ id: '1', name: 'Game', createdAt: '2026-03-01T00:00:00.000Z' }]
}
// @ts-expect-error the id is a number
export const wrongType: Handler<'listApps'> = async () => ({
  kind: 'list',
  tag: 'a',
  headers: {},
  body: texts,
})

async function fewer() {
  return [{ id: 1, name: 'Game' }]
}
// @ts-expect-error a field is missing
export const wrongFields: Handler<'listApps'> = async () => ({
  kind: 'list',
  tag: 'a',
  headers: {},
  body: fewer,
})

type Alerts = Extract<
  Awaited<ReturnType<Extract<Answer<'getAlerts'>, { kind: 'list' }>['body']>>,
  readonly unknown[]
>

export function rightAlert(alert: Alerts[number]) {
  const group: 'BIDS' | 'ANALYTICS' = alert.alertGroup
  // @ts-expect-error alerts write their groups in capital letters
  const small: 'bids' = alert.alertGroup
  // @ts-expect-error it can be null
  const detail: string = alert.spendDetail
  return { group, small, detail }
}

// @ts-expect-error a report is a file
export const wrongKind: Handler<'getReport'> = handlers.getAlerts

export const limit: number | undefined = call.query.limit
export const format: 'parquet' | 'csv' = call.query.format
export const metrics: readonly (
  | 'ltv'
  | 'roas'
  | 'spend'
  | 'installs'
  | 'cpi'
  | 'revenue'
  | 'profit'
  | 'organic_installs'
  | 'payback'
)[] = call.query.metrics

// @ts-expect-error it has no default
export const always: number = call.query.limit
// @ts-expect-error no operation has such a parameter
export const unknown = call.query.limits
// @ts-expect-error a report is by campaign, or campaign and country
export const granularity: 'app' = call.query.granularity
// @ts-expect-error a list is not to be changed
call.query.metrics.push('cpi')

// @ts-expect-error there is no such operation
parseRequest('getNothing', {})
const parsed = parseRequest('getAlerts', {})
export const appId: number | false = 'value' in parsed && parsed.value.query.appId
// @ts-expect-error faults come without values
export const unchecked = parsed.value
