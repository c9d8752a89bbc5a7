import { createContext } from 'preact'
import { useContext, useEffect, useMemo } from 'preact/hooks'
import type { Overview, OverviewAction } from '../../../../generated/client/models.ts'
import { totalSteps } from '../../../core/formulas/step-totals.ts'
import { gapOf } from '../../../core/model/classification.ts'
import { keyOf, type Line } from '../alerts/inbox.ts'
import { isInForce, keepMarks, noteEnded, stateOf, useMarks } from '../alerts/marks.ts'
import { useInbox } from '../alerts/use-inbox.ts'
import { decidingReader } from '../../parts/campaigns/call.ts'
import type { Call } from '../app/use-app.ts'
import { utcDate } from '../../../core/model/dates.ts'
import { type Answer, useAnswer } from './use-answer.ts'

/** All apps of the company, without lines that this browser has marked done or snoozed. */
interface OverviewAnswer extends Answer<Overview[]> {
  /** Unmodified, as the service counts. */
  all: Overview[]
  /** Keys of lines marked done or snoozed. */
  marked: ReadonlySet<string>
  company: string | null
}

const OverviewContext = createContext<OverviewAnswer | null>(null)

export const OverviewProvider = OverviewContext.Provider

export function useOverview(): OverviewAnswer {
  return useContext(OverviewContext)!
}

/** Keys of lines marked done or snoozed; empty in a report. */
export function useMarked(): ReadonlySet<string> {
  return useContext(OverviewContext)?.marked ?? new Set()
}

/** Sends one request, and two for each app with marks. */
export function useMarkedOverview(): OverviewAnswer {
  const answer = useAnswer(['overview'], async client => {
    const { data, response } = await client.getOverview().withResponse()
    return {
      apps: data,
      company: decodeURIComponent(response.headers.get('company-name') ?? '') || null,
    }
  })
  const marks = useMarks()
  const today = utcDate(new Date())
  const { apps: all = [], company = null } = answer.data ?? answer.previous ?? {}
  const inForce = Object.entries(marks).filter(([, mark]) => isInForce(mark, today))
  const inbox = useInbox(
    all.filter(
      ({ appId, openAlerts }) =>
        openAlerts > 0 && inForce.some(([key]) => key.startsWith(`[${appId},`)),
    ),
    true,
  )
  useEffect(() => {
    const nextMarks = noteEnded(
      marks,
      inbox.lines,
      new Set([...inbox.known, ...all.filter(app => app.openAlerts === 0).map(app => app.appId)]),
    )
    if (nextMarks !== marks) keepMarks(nextMarks)
  })
  const hidden = inbox.lines.filter(line => stateOf(line, marks[line.key], today).in !== 'open')
  const name = hidden.map(({ key }) => key).join()
  const data = useMemo(() => {
    return answer.data?.apps.map(app => {
      const own = hidden.filter(line => line.app.appId === app.appId)
      const open = inbox.lines.filter(line => line.app.appId === app.appId && !own.includes(line))
      return own.length === 0
        ? app
        : withoutMarked(
            app,
            own,
            open,
            (inbox.recommendations.get(app.appId) ?? []).map(decidingReader(app)),
          )
    })
  }, [answer.data, name, inbox.isLoading])
  return {
    ...answer,
    data,
    previous: undefined,
    all,
    marked: new Set(hidden.map(({ key }) => key)),
    company,
  }
}

/** Number of an app's steps in the overview. */
const ACTIONS = 3

/** Steps in order of priority: the greatest first. */
export function stepsOf(calls: readonly Call[]): Call[] {
  return calls
    .filter(({ step }) => step.direction !== 'none')
    .sort((a, b) => b.priority - a.priority || a.id - b.id)
}

/** An app without its done and snoozed lines. */
function withoutMarked(
  app: Overview,
  marked: readonly Line[],
  open: readonly Line[],
  calls: readonly Call[],
): Overview {
  const gaps = open.flatMap(({ gap }) => gap ?? [])
  const keys = new Set(marked.map(({ key }) => key))
  const steps = stepsOf(calls).filter(call => !keys.has(keyOf({ ...call, appId: app.appId })))
  return {
    ...app,
    openAlerts: app.openAlerts - marked.reduce((sum, { alerts }) => sum + alerts.length, 0),
    openAlertCampaigns: app.openAlertCampaigns - marked.length,
    openAlertGap: gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap),
    ...(calls.length > 0 && {
      actions: steps.slice(0, ACTIONS).map(call => {
        const advisedSince = app.actions.find(({ id }) => id === call.id)?.advisedSince ?? null
        return {
          ...call,
          advisedSince,
          gap: gapOf(call.dailySpend, call.share!),
        } as unknown as OverviewAction
      }),
      otherSteps: Math.max(0, steps.length - ACTIONS),
      stepTotals: totalSteps(steps),
    }),
  }
}
