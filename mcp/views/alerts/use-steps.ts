import { useEffect, useState } from 'preact/hooks'
import type { Host } from '../parts/host.ts'
import { type Given, rowsOf } from '../parts/read-result.ts'
import { recommendationArguments } from '../parts/use-targets.ts'
import { campaignKey } from '../../words/names.ts'
import type { AlertedCampaign } from './campaigns.ts'
import type { Alerts } from './signals.ts'

/** Campaigns asked for by name: more rows would be cut by size. */
const MOST = 100

export interface CampaignStep {
  /** The step, in the service's words. */
  words: string
  isStopped: boolean
  currentDailySpend: number
}

/** The step of each campaign, by `campaignKey`; empty until they are known. */
export function useSteps(host: Host, answer: Alerts, alerted: readonly AlertedCampaign[]): ReadonlyMap<string, CampaignStep> {
  const [steps, setSteps] = useState<ReadonlyMap<string, CampaignStep>>(new Map())
  const campaigns = [...new Set(alerted.map(({ campaign }) => campaign))]
    .filter(name => name !== '')
    .slice(0, MOST)
    .sort()
  const given = { ...recommendationArguments(answer, false), campaigns }
  const key = campaigns.length === 0 || !host.can.call ? null : JSON.stringify(given)
  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    void host.call('svc_get_recommendations', JSON.parse(key) as Given<'svc_get_recommendations'>).then(reply => {
      if (isCurrent && 'answer' in reply) setSteps(new Map(rowsOf(reply.answer).map(row => [keyOf(row), stepOf(row)])))
    })
    return () => void (isCurrent = false)
  }, [key])
  return steps
}

function keyOf({ platform, network, campaign }: Readonly<Record<string, unknown>>): string {
  return campaignKey({ platform: String(platform), network: String(network), campaign: String(campaign) })
}

function stepOf(row: Readonly<Record<string, unknown>>): CampaignStep {
  const { stepWords, stepKind, currentDailySpend } = row
  return { words: String(stepWords), isStopped: stepKind === 'stopped', currentDailySpend: Number(currentDailySpend) }
}
