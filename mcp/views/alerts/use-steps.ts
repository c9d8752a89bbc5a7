import { useMemo } from 'preact/hooks'
import type { Host } from '../../../server/web/parts/host.ts'
import { rowsOf } from '../../../server/web/parts/read-result.ts'
import { useCall } from '../../../server/web/parts/use-call.ts'
import { recommendationArguments } from '../../../server/web/parts/use-targets.ts'
import { campaignKey } from '../../words/names.ts'
import type { AlertedCampaign } from './alerted-campaigns.ts'
import type { Alerts } from './signals.ts'

/** Maximum campaigns requested by name: more rows would be truncated by size. */
const MOST = 100

export interface CampaignStep {
  /** The step, in the service's words. */
  words: string
  isStopped: boolean
  currentDailySpend: number
}

/** The step of each campaign, by `campaignKey`; empty until they are loaded. */
export function useSteps(host: Host, answer: Alerts, alerted: readonly AlertedCampaign[]): ReadonlyMap<string, CampaignStep> {
  const campaigns = [...new Set(alerted.map(({ campaign }) => campaign))]
    .filter(name => name !== '')
    .slice(0, MOST)
    .sort()
  const given = { ...recommendationArguments(answer, false), campaigns }
  const { reply } = useCall(host, 'svc_get_recommendations', campaigns.length === 0 ? null : given, answer.context.runId)
  return useMemo(
    () => new Map(reply !== null && 'answer' in reply ? rowsOf(reply.answer).map(row => [keyOf(row), stepOf(row)]) : []),
    [reply],
  )
}

function keyOf({ platform, network, campaign }: Readonly<Record<string, unknown>>): string {
  return campaignKey({ platform: String(platform), network: String(network), campaign: String(campaign) })
}

function stepOf(row: Readonly<Record<string, unknown>>): CampaignStep {
  const { stepWords, stepKind, currentDailySpend } = row
  return { words: String(stepWords), isStopped: stepKind === 'stopped', currentDailySpend: Number(currentDailySpend) }
}
