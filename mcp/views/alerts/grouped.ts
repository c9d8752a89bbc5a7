import { stakeOf, type Signal } from './signals.ts'

/** Alerts of one kind. */
export interface Kind {
  group: string
  title: string
  signals: readonly Signal[]
  /** Spend a day that they are about. */
  stake: number
}

const GROUPS = ['BIDS', 'ANALYTICS']

/** Open alerts by group and title, those with most at stake first; in each, new ones first, then by spend. */
export function kindsOf(signals: readonly Signal[]): Kind[] {
  const kinds = new Map<string, Signal[]>()
  for (const signal of signals) {
    if (signal.state === 'closed') continue
    const key = JSON.stringify([signal.group, signal.title])
    const kind = kinds.get(key)
    if (kind === undefined) kinds.set(key, [signal])
    else kind.push(signal)
  }
  return [...kinds.values()]
    .map(those => ({ group: those[0]!.group, title: those[0]!.title, signals: inOrder(those), stake: stakeOf(those) }))
    .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || b.stake - a.stake)
}

/** New before seen, then by spend; closed by when they were seen last. */
export function inOrder(signals: readonly Signal[]): Signal[] {
  return [...signals].sort(
    (a, b) =>
      Number(b.state === 'new') - Number(a.state === 'new') || b.dailySpend - a.dailySpend || b.createdAt.localeCompare(a.createdAt),
  )
}
