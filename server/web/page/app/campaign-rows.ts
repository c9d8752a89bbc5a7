import { addPairs, type Basis, valueOf } from '../../../core/formulas/sums.ts'
import { campaignKey } from '../../../core/words/names.ts'
import type { Fact } from './read-facts.ts'
import type { Call } from './use-app.ts'

/** A campaign in the table: its spend and return in the range, and its latest recommendation. */
export interface CampaignRow extends Fact {
  key: string
  call: Call | null
  roas: number | null
  roasBefore: number | null
  /** Money a day above target, negative if below, of the installs that the call judges; null without a share of target. */
  gap: number | null
}

const SORTS = ['spend', 'roas', 'share', 'gap', 'step', 'campaign'] as const
export type SortName = (typeof SORTS)[number]

export interface Sort {
  by: SortName
  descending: boolean
}

export function campaignRows(
  facts: readonly Fact[],
  calls: readonly Call[],
  basis: Basis,
): CampaignRow[] {
  const byCountry = facts.some(({ country }) => country !== null)
  const byKey = new Map(
    calls.map(call => [campaignKey(call) + (byCountry ? call.country : ''), call]),
  )
  return facts.map(fact => {
    const { now, before } = addPairs([fact], basis.dsis.length)
    const key = campaignKey(fact) + (fact.country ?? '')
    const call = byKey.get(key) ?? null
    return {
      ...fact,
      key,
      now,
      before,
      call,
      roas: valueOf('roas', now, basis),
      roasBefore: before && valueOf('roas', before, basis),
      gap: call === null || call.share === null ? null : call.dailySpend * (call.share - 1),
    }
  })
}

/** The sort order in an address, `-spend`; by default by spend, largest first. */
export function readSort(text: string | null): Sort {
  const by = SORTS.find(name => name === text?.replace(/^-/, ''))
  return by === undefined
    ? { by: 'spend', descending: true }
    : { by, descending: text!.startsWith('-') }
}

export function writeSort({ by, descending }: Sort): string | null {
  return by === 'spend' && descending ? null : `${descending ? '-' : ''}${by}`
}

/** Sorted rows; those without a value last. */
export function sortRows(rows: readonly CampaignRow[], { by, descending }: Sort): CampaignRow[] {
  const valueOf = {
    spend: (row: CampaignRow) => row.now.spend,
    roas: (row: CampaignRow) => row.roas,
    share: (row: CampaignRow) => row.call?.share ?? null,
    gap: (row: CampaignRow) => row.gap,
    step: (row: CampaignRow) =>
      row.call === null || row.call.step.direction === 'none' ? null : row.call.priority,
    campaign: (row: CampaignRow) => row.campaign,
  }[by]
  return rows.toSorted((first, second) => {
    const [a, b] = [valueOf(first), valueOf(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'string' ? a.localeCompare(b as string, 'en') : a - Number(b)
    return descending ? -order : order
  })
}
