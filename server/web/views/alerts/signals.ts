import type { Cell } from '../../../core/words/spreadsheet.ts'
import type { Alert } from '../../../../client/src/index.ts'
import type { AlertGroup } from '../../../../generated/vocabulary/vocabulary.ts'
import { campaignKey } from '../../../core/words/names.ts'
import { gapOfAlerts } from '../../../core/model/classification.ts'
import type { Dimension } from '../../parts/filters.tsx'
import { type Answer, itemsOf, rowsOf } from '../../parts/read-result.ts'
import { countryName, platformName } from '../../parts/words.ts'

export type Alerts = Answer<'svc_get_alerts'>

/** State of an alert; `raised` if the result has no count. */
export type State = 'new' | 'seen' | 'closed' | 'raised'

/** An alert as the client's object, with its texts; omitted ones are empty. */
export interface Signal extends Omit<Alert, 'step' | 'detail' | 'spendDetail'> {
  detail?: string
  spendDetail?: string | null
  /** Daily money away from target; null for alerts that are not about ROAS. */
  gap: number | null
  /** The campaign's step, in the service's words; null without one. */
  step: { kind: string; direction: string; words: string } | null
  state: State
  /** As the tool returned it. */
  row: Readonly<Record<string, Cell>>
}

/** Converts rows, in the result's order. */
export function signalsOf(answer: Alerts): Signal[] {
  const rows = rowsOf<Cell>(answer)
  return itemsOf<Omit<Signal, 'summary'> & { summary?: string }>(answer).map((item, index) => ({
    ...item,
    summary: item.summary ?? '',
    gap: gapOfAlerts([item])?.gap ?? null,
    state:
      item.timesSeen === undefined
        ? 'raised'
        : item.inLatestRun === false
          ? 'closed'
          : item.timesSeen === 1
            ? 'new'
            : 'seen',
    row: rows[index]!,
  }))
}

/** Spend of open alerts. A campaign counts once, at its newest spend; its countries only by the amount that exceeds it. */
export function stakeOf(signals: readonly Signal[]): number {
  const campaigns = new Map<string, Map<string, Signal>>()
  for (const signal of signals) {
    if (signal.state === 'closed') continue
    const campaign = campaignKey(signal)
    const countries = campaigns.get(campaign) ?? new Map<string, Signal>()
    const known = countries.get(signal.country)
    if (known === undefined || known.createdAt < signal.createdAt)
      countries.set(signal.country, signal)
    campaigns.set(campaign, countries)
  }
  let sum = 0
  for (const countries of campaigns.values()) {
    const total = countries.get('GLOBAL')?.dailySpend ?? 0
    const parts = [...countries].reduce(
      (all, [country, { dailySpend }]) => (country === 'GLOBAL' ? all : all + dailySpend),
      0,
    )
    sum += Math.max(total, parts)
  }
  return sum
}

/** New before seen, then by money away from target, then by spend, then the newest. */
export function inOrder(signals: readonly Signal[]): Signal[] {
  return [...signals].sort(
    (a, b) =>
      Number(b.state === 'new') - Number(a.state === 'new') ||
      (b.gap ?? 0) - (a.gap ?? 0) ||
      b.dailySpend - a.dailySpend ||
      b.createdAt.localeCompare(a.createdAt),
  )
}

export const STATES: Record<State, string> = {
  new: 'New',
  seen: 'Seen before',
  closed: 'Closed',
  raised: 'Raised',
}

const GROUP_WORDS: Record<AlertGroup, string> = { BIDS: 'ROAS targets', ANALYTICS: 'Performance' }

export const DIMENSIONS: readonly Dimension<Signal>[] = [
  {
    name: 'group',
    label: 'Kind',
    value: ({ alertGroup }) => alertGroup,
    words: group => GROUP_WORDS[group as AlertGroup] ?? group,
  },
  { name: 'state', label: 'State', value: ({ state }) => STATES[state] },
  { name: 'platform', label: 'Platform', value: ({ platform }) => platform, words: platformName },
  { name: 'network', label: 'Network', value: ({ network }) => network },
  { name: 'country', label: 'Country', value: ({ country }) => country, words: countryName },
]
