import { useEffect, useState } from 'preact/hooks'
import type { Format } from '../parts/format.ts'
import type { Host } from '../parts/host.ts'
import { type Given, rowsOf } from '../parts/read-result.ts'
import { actionOf, type Step } from '../parts/words.ts'
import { type AlertedCampaign, campaignKey } from './campaigns.ts'

type Steps = (campaign: AlertedCampaign) => Step | null

/** The step for each campaign: its recommendation's step; until that is known, or without one, what its bid alert says. */
export function useSteps(host: Host, given: Given<'svc_get_recommendations'> | null, format: Format): Steps {
  const [steps, setSteps] = useState<ReadonlyMap<string, Step>>(new Map())
  const key = given === null || !host.can.call ? null : JSON.stringify(given)
  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    void host.call('svc_get_recommendations', JSON.parse(key) as Given<'svc_get_recommendations'>).then(reply => {
      if (isCurrent && 'answer' in reply) setSteps(stepsOf(rowsOf(reply.answer), format))
    })
    return () => void (isCurrent = false)
  }, [key, format])
  return campaign => steps.get(campaign.key) ?? bidStep(campaign, format)
}

function stepsOf(rows: readonly Record<string, unknown>[], format: Format): Map<string, Step> {
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  return new Map(
    rows.map(row => [
      campaignKey({ platform: String(row['platform']), network: String(row['network']), campaign: String(row['campaign']) }),
      actionOf(
        {
          action: String(row['action']),
          dailySpend: number(row['dailySpend']) ?? 0,
          optimisationDsi: number(row['optimisationDsi']),
          optimisationLiveRoas: number(row['optimisationLiveRoas']),
          optimisationPacedRoas: number(row['optimisationPacedRoas']),
          optimisationRawRoas: number(row['optimisationRawRoas']),
          suggestedDailySpend: number(row['suggestedDailySpend']),
          suggestedMove: typeof row['suggestedMove'] === 'string' ? row['suggestedMove'] : null,
        },
        format,
      ),
    ]),
  )
}

/** An alert on the live bid has the live target and the recommended one. */
function bidStep({ signals }: AlertedCampaign, format: Format): Step | null {
  const bid = signals.find(({ metric, value, reference }) => metric === 'live_bid' && value !== null && reference !== null)
  if (bid === undefined || format.roas(bid.value) === format.roas(bid.reference)) return null
  const isRaise = bid.reference! > bid.value!
  return {
    sentence: `${isRaise ? 'Raise' : 'Lower'} the ROAS target from ${format.roas(bid.value)} to ${format.roas(bid.reference)}`,
    direction: isRaise ? 'less' : 'more',
  }
}
