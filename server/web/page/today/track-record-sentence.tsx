import type { Overview } from '../../../../generated/client/models.ts'
import { MIN_DECISIONS } from '../../../core/model/classification.ts'
import { Link } from '../link.tsx'
import { TRUST } from '../screen.ts'
import { formatOf } from '../../parts/use-format.ts'
import { countOf } from '../../parts/words.ts'
import { sum } from '../../../core/formulas/sums.ts'

interface Rate {
  currency: string
  calls: number
  since: string | null
  right: number
}

/** Past recommendations per currency, since shares of money cannot be summed across currencies. Omits apps with too few. */
function ratesOf(apps: readonly Overview[]): Rate[] {
  const known = apps.filter(
    ({ trackRecord }) =>
      trackRecord.decisions >= MIN_DECISIONS && typeof trackRecord.rightShare === 'number',
  )
  return [...new Set(known.map(({ currency }) => currency))].map(currency => {
    const records = known
      .filter(app => app.currency === currency)
      .map(({ trackRecord }) => trackRecord)
    const money = sum(records, ({ dailySpend = 0 }) => dailySpend)
    return {
      currency,
      calls: sum(records, ({ decisions }) => decisions),
      since: records.flatMap(({ since }) => since ?? []).sort()[0] ?? null,
      right:
        sum(records, ({ dailySpend = 0, rightShare }) => dailySpend * (rightShare ?? 0)) / money,
    }
  })
}

/** The share of past recommendations that were right. */
export function TrackRecordSentence({ apps }: { apps: readonly Overview[] }) {
  const rates = ratesOf(apps)
  const format = formatOf('')
  const { share, monthName } = format
  if (rates.length === 0) {
    const calls = sum(apps, ({ trackRecord }) => trackRecord.decisions)
    const needed =
      apps.length > 1 ? `${MIN_DECISIONS} needed in one app` : `${MIN_DECISIONS} needed`
    return calls === 0 ? null : (
      <p class="foot">{`${countOf(calls, 'call', format)} with a known outcome, too few for a rate (${needed}).`}</p>
    )
  }
  return (
    <p class="foot">
      {rates.map(({ currency, calls, since, right }, index) => (
        <span key={currency}>
          <b>{share(right)}</b> {index === 0 && 'of the money '}in {calls}{' '}
          {rates.length > 1 && `${currency} `}calls
          {since !== null && ` since ${monthName(since.slice(0, 7))}`}
          {index === 0 && ' was right'}
          {index < rates.length - 1 ? ', ' : '. '}
        </span>
      ))}
      <Link class="lnk" to={TRUST}>
        The whole record
      </Link>
    </p>
  )
}
