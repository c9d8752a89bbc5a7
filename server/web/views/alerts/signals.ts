import type { Cell } from '../../../core/words/spreadsheet.ts'
import type { Alert } from '../../../../client/src/index.ts'
import type { AlertGroup } from '../../../../generated/vocabulary/vocabulary.ts'
import { campaignKey } from '../../../core/words/names.ts'
import { startOf } from '../../../core/words/step-words.ts'
import type { Dimension } from '../../parts/filters.tsx'
import { type Answer, rowsOf } from '../../parts/read-result.ts'
import { countryName, platformName } from '../../parts/words.ts'

export type Alerts = Answer<'svc_get_alerts'>

/** State of an alert; `raised` if the result has no count. */
export type State = 'new' | 'seen' | 'closed' | 'raised'

export interface Signal {
  key: string
  group: AlertGroup
  title: string
  platform: string
  network: string
  campaign: string
  country: string
  dailySpend: number
  /** The deviating measure, its reference, and the difference (value / reference - 1). */
  metric: string | null
  value: number | null
  reference: number | null
  change: number | null
  /** Daily money away from target: dailySpend x |change| of a ROAS; null for other alerts. */
  gap: number | null
  /** Empty unless the result has every field. */
  summary: string
  detail: string
  spendDetail: string
  /** The pipeline's text, not the step. */
  recommendedAction: string
  /** The campaign's step, in the service's words; null without one. */
  step: { kind: string; words: string; head: string } | null
  createdAt: string
  state: State
  firstSeen: string | null
  lastSeen: string | null
  timesSeen: number | null
  row: Readonly<Record<string, Cell>>
}

/** Converts rows, in the result's order. */
export function signalsOf(answer: Alerts): Signal[] {
  return rowsOf<Cell>(answer).map(row => {
    const fields: Readonly<Partial<Record<keyof Alert, Cell>>> = row
    const text = (name: keyof Alert) => String(fields[name] ?? '')
    const instant = (name: keyof Alert) => (typeof fields[name] === 'string' ? fields[name] : null)
    const number = (name: keyof Alert) => (typeof fields[name] === 'number' ? fields[name] : null)
    const [dailySpend, change, timesSeen] = [
      number('dailySpend') ?? 0,
      number('change'),
      number('timesSeen'),
    ]
    return {
      key: text('id'),
      group: text('alertGroup') as AlertGroup,
      title: text('title'),
      platform: text('platform'),
      network: text('network'),
      campaign: text('campaign'),
      country: text('country'),
      dailySpend,
      metric: instant('metric'),
      value: number('value'),
      reference: number('reference'),
      change,
      gap: fields.metric === 'roas' && change !== null ? dailySpend * Math.abs(change) : null,
      summary: text('summary'),
      detail: text('detail'),
      spendDetail: text('spendDetail'),
      recommendedAction: text('recommendedAction'),
      step: stepOf(row),
      createdAt: text('createdAt'),
      state:
        timesSeen === null
          ? 'raised'
          : fields.open === false
            ? 'closed'
            : timesSeen === 1
              ? 'new'
              : 'seen',
      firstSeen: instant('firstSeen'),
      lastSeen: instant('lastSeen'),
      timesSeen,
      row,
    }
  })
}

function stepOf({
  stepWords: words,
  stepKind,
  stepDirection,
}: Readonly<Record<string, Cell>>): Signal['step'] {
  return typeof words === 'string'
    ? { kind: String(stepKind), words, head: startOf(words, stepDirection !== 'none') }
    : null
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
    value: ({ group }) => group,
    words: group => GROUP_WORDS[group as AlertGroup] ?? group,
  },
  { name: 'state', label: 'State', value: ({ state }) => STATES[state] },
  { name: 'platform', label: 'Platform', value: ({ platform }) => platform, words: platformName },
  { name: 'network', label: 'Network', value: ({ network }) => network },
  { name: 'country', label: 'Country', value: ({ country }) => country, words: countryName },
]
