import { addPairs, type Basis, valueOf } from '../../../core/formulas/sums.ts'
import { campaignKey } from '../../../core/words/names.ts'
import { CALL_COLUMNS, type CampaignColumn } from '../../parts/campaigns/campaign-columns.tsx'
import { type Sort, sortRows } from '../../parts/sort.ts'
import type { Fact } from './read-facts.ts'
import type { Call } from './use-app.ts'

/** A campaign in the table: its spend and return in the range, and its latest recommendation. */
export interface CampaignRow extends Fact {
  key: string
  call: Call | null
  roas: number | null
  roasBefore: number | null
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
    return {
      ...fact,
      key,
      now,
      before,
      call: byKey.get(key) ?? null,
      roas: valueOf('roas', now, basis),
      roasBefore: before && valueOf('roas', before, basis),
    }
  })
}

/** The columns of a recommendation, then those of the page's own dates. */
export function columnsOf(dates: string): readonly CampaignColumn<CampaignRow>[] {
  return [
    ...CALL_COLUMNS,
    {
      name: 'spend',
      label: 'Spend',
      note: dates,
      kind: 'r m',
      width: 'minmax(64px, max-content)',
      value: ({ now }) => now.spend,
      show: ({ now }, { format }) => format.money(now.spend),
      title: ({ now, before }, { format }) =>
        before === null || before.spend === 0
          ? undefined
          : format.signedShare(now.spend / before.spend - 1),
    },
    {
      name: 'roas',
      label: 'ROAS',
      note: dates,
      kind: 'r m',
      width: 'minmax(84px, max-content)',
      value: ({ roas }) => roas,
      show: ({ call, roas }, { format }) => (
        <>
          {format.roas(roas)}{' '}
          {isWithin(call, roas) === false && (
            <span class="s" title="Outside the 80% interval of the call’s installs">
              out
            </span>
          )}
        </>
      ),
    },
  ]
}

/** Whether the range's ROAS is inside the interval of the call, which judges other installs; null if either is not known. */
export function isWithin(call: Call | null, roas: number | null): boolean | null {
  const { predictedLowRoas: low = null, predictedHighRoas: high = null } = call ?? {}
  return roas === null || low === null || high === null ? null : roas >= low && roas <= high
}

/** The sort order in an address, `-spend`; by default by spend, largest first. */
export function readSort(text: string | null): Sort {
  const by = columnsOf('').find(
    ({ name, value }) => value !== undefined && name === text?.replace(/^-/, ''),
  )?.name
  return by === undefined
    ? { by: 'spend', descending: true }
    : { by, descending: text?.startsWith('-') === true }
}

export function writeSort({ by, descending }: Sort): string | null {
  return by === 'spend' && descending ? null : `${descending ? '-' : ''}${by}`
}

export function sortCampaigns(
  rows: readonly CampaignRow[],
  { by, descending }: Sort,
): CampaignRow[] {
  const value = columnsOf('').find(({ name }) => name === by)?.value ?? (() => null)
  return sortRows(rows, value, descending)
}
