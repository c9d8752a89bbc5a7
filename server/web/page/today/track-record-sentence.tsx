import type { Overview } from '../../../../generated/client/models.ts'
import { MIN_DECISIONS } from '../../../model/classification.ts'
import { Link } from '../link.tsx'
import { TRUST } from '../screen.ts'
import { formatOf } from '../../parts/use-format.ts'

interface Rate {
  currency: string
  calls: number
  since: string | null
  right: number
  opposite: number
}

/** Past recommendations per currency, since shares of money cannot be summed across currencies. Omits apps with too few. */
function ratesOf(apps: readonly Overview[]): Rate[] {
  const known = apps.filter(({ trackRecord }) => trackRecord.decisions >= MIN_DECISIONS && typeof trackRecord.rightShare === 'number')
  return [...new Set(known.map(({ currency }) => currency))].map(currency => {
    const records = known.filter(app => app.currency === currency).map(({ trackRecord }) => trackRecord)
    const money = records.reduce((sum, { dailySpend = 0 }) => sum + dailySpend, 0)
    const mean = (name: 'rightShare' | 'oppositeShare') =>
      records.reduce((sum, record) => sum + (record.dailySpend ?? 0) * (record[name] ?? 0), 0) / money
    return {
      currency,
      calls: records.reduce((sum, { decisions }) => sum + decisions, 0),
      since: records.flatMap(({ since }) => since ?? []).sort()[0] ?? null,
      right: mean('rightShare'),
      opposite: mean('oppositeShare'),
    }
  })
}

/** The share of past recommendations that were right. */
export function TrackRecordSentence({ apps }: { apps: readonly Overview[] }) {
  const rates = ratesOf(apps)
  const { share, monthName } = formatOf('')
  if (rates.length === 0) {
    const calls = apps.reduce((sum, { trackRecord }) => sum + trackRecord.decisions, 0)
    return calls === 0 ? null : <p class="foot">{`${calls} calls with a known outcome, too few for a rate (${MIN_DECISIONS} needed).`}</p>
  }
  return (
    <p class="foot">
      {rates.map(({ currency, calls, since, right, opposite }) => (
        <span key={currency}>
          Of <b>{calls}</b> calls{rates.length > 1 && ` in ${currency}`}
          {since !== null && ` since ${monthName(since.slice(0, 7))}`}, <b>{share(right)}</b> of the money was right,{' '}
          {share(1 - right - opposite)} was one step off, {share(opposite)} should have gone the other way.{' '}
        </span>
      ))}
      <Link class="lnk" to={TRUST}>
        The whole record
      </Link>
    </p>
  )
}
