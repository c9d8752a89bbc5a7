import { useMemo } from 'preact/hooks'
import { numberOf, rowsOf, type Answer, type PartialArguments } from './read-result.ts'
import type { Host } from './host.ts'
import { useCall } from './use-call.ts'
import { meanTarget } from '../../core/model/classification.ts'
import { MAX_LIMIT } from '../../../generated/vocabulary/vocabulary.ts'

export type Identity = Partial<Record<'platform' | 'network' | 'campaign' | 'country', string>>

export interface Targets {
  /** Mean over the identity's recommendations, weighted by daily spend; null if it has none. */
  of: (identity: Identity) => number | null
}

/** `none`: not requested, or the host does not let the view call tools. */
export type TargetsState = 'none' | 'loading' | 'failed' | Targets

/** Reads the targets of a run; `args` null skips it. */
export function useTargets(
  host: Host,
  args: PartialArguments<'svc_get_recommendations'> | null,
  runId: number | null,
): TargetsState {
  const { reply } = useCall(host, 'svc_get_recommendations', args, runId)
  const targets = useMemo(
    () => reply && ('answer' in reply ? targetsOf(reply.answer) : 'failed'),
    [reply],
  )
  return targets ?? (args === null || !host.can.call ? 'none' : 'loading')
}

/** The same filters for recommendations, which accept countries only at `campaign_geo`. */
export function recommendationArguments(
  { context }: { context: Pick<Answer<'svc_get_report'>['context'], 'app' | 'filters'> },
  byCountry: boolean,
): PartialArguments<'svc_get_recommendations'> {
  const { platforms, networks, campaigns, countries } = context.filters as Partial<
    PartialArguments<'svc_get_recommendations'>
  >
  return {
    appId: context.app.id,
    ...(platforms === undefined ? {} : { platforms }),
    ...(networks === undefined ? {} : { networks }),
    ...(campaigns === undefined ? {} : { campaigns }),
    ...(countries === undefined ? {} : { countries }),
    ...(byCountry || countries !== undefined ? { granularity: 'campaign_geo' as const } : {}),
    limit: MAX_LIMIT,
  }
}

export const IDENTITY = ['platform', 'network', 'campaign', 'country'] as const

/** Names by which a row of a report or of ROAS history is grouped. */
export function identityOf(row: Readonly<Record<string, unknown>>): Identity {
  return Object.fromEntries(
    IDENTITY.flatMap(name => (row[name] === undefined ? [] : [[name, String(row[name] ?? '')]])),
  )
}

function targetsOf(answer: Answer<'svc_get_recommendations'>): Targets {
  const column = answer.columns.find(name => /^target\w+Roas$/.test(name))
  const rows = rowsOf(answer)
  return {
    of: identity =>
      meanTarget(
        rows
          .filter(row =>
            IDENTITY.every(name => identity[name] === undefined || identity[name] === row[name]),
          )
          .map(row => ({
            target: numberOf(column === undefined ? null : row[column]),
            dailySpend: numberOf(row['dailySpend']) ?? 0,
          })),
      ),
  }
}
