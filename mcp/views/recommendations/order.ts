import type { Line } from './lines.ts'

export const ORDERS = {
  matters: 'What matters',
  spend: 'Spend',
  distance: 'Distance to target',
  name: 'Name',
} as const

export type Order = keyof typeof ORDERS

const COMPARE: Record<Order, (a: Line, b: Line) => number> = {
  matters: (a, b) => b.weight - a.weight || b.dailySpend - a.dailySpend,
  spend: (a, b) => b.dailySpend - a.dailySpend,
  distance: (a, b) => distance(b) - distance(a),
  name: (a, b) => names.compare(a.campaign, b.campaign),
}

const names = new Intl.Collator(undefined, { numeric: true })

/** Lines in an order; ties as they were. */
export function inOrder(lines: readonly Line[], order: Order): readonly Line[] {
  return [...lines].sort(COMPARE[order])
}

/** Unknown comes last. */
function distance({ ofTarget }: Line): number {
  return ofTarget === null ? -1 : Math.abs(ofTarget - 1)
}
