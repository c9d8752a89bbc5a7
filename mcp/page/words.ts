import type { OverviewAction } from '../../generated/client/models.ts'
import { formatOf } from './figures.ts'

export type Direction = 'less' | 'more' | 'same'

type Move = Pick<OverviewAction, 'dailySpend' | 'optimisationDsi' | 'optimisationLiveRoas' | 'optimisationPacedRoas'> & {
  action: string
  suggestedDailySpend?: number | null
}

/** What to do, verb first, and where money moves then. */
export function actionOf(move: Move, currency: string): { sentence: string; direction: Direction } {
  const {
    action,
    optimisationDsi: dsi,
    optimisationLiveRoas: live,
    optimisationPacedRoas: paced,
    dailySpend,
    suggestedDailySpend = null,
  } = move
  const { roas, money } = formatOf(currency)
  if (live !== null && paced !== null && roas(live) !== roas(paced)) {
    const [verb, direction] = paced > live ? (['Raise', 'less'] as const) : (['Lower', 'more'] as const)
    return { sentence: `${verb} the D${dsi} ROAS target from ${roas(live)} to ${roas(paced)}`, direction }
  }
  if (suggestedDailySpend !== null && money(suggestedDailySpend) !== money(dailySpend)) {
    const [verb, direction] = suggestedDailySpend > dailySpend ? (['Raise', 'more'] as const) : (['Cut', 'less'] as const)
    return { sentence: `${verb} the daily spend from ${money(dailySpend)} to ${money(suggestedDailySpend)}`, direction }
  }
  if (live !== null) return { sentence: `Keep the D${dsi} ROAS target at ${roas(live)}`, direction: 'same' }
  if (action === 'SCALE') return { sentence: 'Raise the daily budget', direction: 'more' }
  if (action === 'REDUCE') return { sentence: 'Cut the daily budget', direction: 'less' }
  return { sentence: 'Keep the daily budget', direction: 'same' }
}

export function directionWords(direction: Direction): string {
  return { less: 'buys less', more: 'buys more', same: 'no change' }[direction]
}
