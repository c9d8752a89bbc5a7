import type { Overview } from '../../../../generated/client/models.ts'
import { recordWords } from '../../../core/words/record-words.ts'
import { Link } from '../link.tsx'
import { TRUST } from '../screen.ts'
import { formatOf } from '../../parts/use-format.ts'

/** The share of past recommendations that were right, per currency, since shares of money cannot be summed across currencies. */
export function TrackRecordSentence({ apps }: { apps: readonly Overview[] }) {
  const currencies = [...new Set(apps.map(({ currency }) => currency))]
  const sentences = currencies.flatMap(currency => {
    const records = apps.flatMap(app => (app.currency === currency ? app.trackRecord : []))
    const kind = currencies.length > 1 ? `${currency} ` : ''
    return recordWords(records, formatOf(currency), { kind, short: true }) ?? []
  })
  if (sentences.length === 0) return null
  return (
    <p class="foot m">
      {sentences.map(words => `${words}. `)}
      <Link class="lnk" to={TRUST}>
        The whole record
      </Link>
    </p>
  )
}
