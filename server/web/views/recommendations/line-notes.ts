import type { Format } from '../../parts/use-format.ts'
import type { Line } from './lines.ts'

/** What a request with `since` or `outcome` adds to a line; empty without. */
export function notesOf({ call }: Line, format: Format): string {
  const outcome = call.actualRoas === undefined ? null : outcomeWords(call, format)
  return [changeWords(call, format), outcome].filter(note => note !== null).join('. ')
}

/** `New`, `Was HOLD, spend +25.0%`; null without a change. */
function changeWords(
  {
    change,
    action,
    previousAction = null,
    previousDailySpend: spent = null,
    dailySpend,
  }: Line['call'],
  format: Format,
): string | null {
  if (change === 'new') return 'New'
  const was = previousAction !== null && previousAction !== action ? [`was ${previousAction}`] : []
  const spend =
    spent !== null && spent > 0 ? [`spend ${format.signedShare(dailySpend / spent - 1)}`] : []
  const words = [...was, ...spend].join(', ')
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1)
}

/** The action in hindsight, in words. */
function outcomeWords(
  { action, actualRoas, actionInHindsight, roasError = null }: Line['call'],
  format: Format,
): string {
  if (typeof actualRoas !== 'number') return 'Outcome not known yet'
  const verdict =
    actionInHindsight === action ? `${action} was right` : `in hindsight ${actionInHindsight}`
  const off =
    roasError === null
      ? ''
      : `, predicted ${format.share(Math.abs(roasError))} too ${roasError < 0 ? 'low' : 'high'}`
  return `Actual ROAS ${format.roas(actualRoas)}${off}: ${verdict}`
}
