import { ALERT_GROUPS } from '../../../generated/vocabulary/vocabulary.ts'
import type { Filtering } from '../parts/filters.tsx'
import type { Format } from '../parts/format.ts'
import { MoneyStrip, type MoneyPart } from '../parts/money-strip.tsx'
import { type Alerts, gapOf, GROUP_WORDS, type Signal, stakeOf } from './signals.ts'

interface MoneyProps {
  answer: Alerts
  all: readonly Signal[]
  anyGroup: readonly Signal[]
  filtering: Filtering<Signal>
  format: Format
}

/** Money away from target of the shown alerts, and the spend they concern. */
export function MoneyByGroup({ answer, all, anyGroup, filtering: { rows, chosen, choose }, format }: MoneyProps) {
  const filtered = Object.values(chosen).some(values => values.length > 0)
  const pressed = chosen['group'] ?? []
  const others = Object.entries(chosen).some(([name, values]) => name !== 'group' && values.length > 0)
  const parts = ALERT_GROUPS.map((group): MoneyPart => {
    const those = anyGroup.filter(signal => signal.group === group)
    const count = others ? those.length : answer.totals[group].count
    const open = those.filter(({ state }) => state !== 'closed').length
    const words = `${open < those.length ? `${format.count(open)} open of ` : ''}${count === 1 ? '1 alert' : `${format.count(count)} alerts`}`
    return { name: group, label: GROUP_WORDS[group], amount: stakeOf(those), count: words, tone: group }
  })
  const fresh = rows.filter(({ state }) => state === 'new').length
  const closed = rows.filter(({ state }) => state === 'closed').length
  const of = filtered ? 'of the alerts shown' : answer.truncated ? `of the ${format.count(all.length)} loaded alerts` : 'of all open alerts'
  const gap = gapOf(rows)
  const campaigns = gap.campaigns === 1 ? '1 campaign' : `${format.count(gap.campaigns)} campaigns`
  return (
    <section aria-label="Spend concerned">
      <p>
        {gap.campaigns > 0 && (
          <>
            <strong>{format.money(gap.money)}</strong> a day off target in {campaigns}.{' '}
          </>
        )}
        <strong>{format.money(stakeOf(rows))}</strong> spend a day concerned, {of}; a campaign with several counts once.{' '}
        {rows.some(({ state }) => state !== 'raised') && `${format.count(fresh)} new, ${format.count(closed)} closed.`}
      </p>
      <MoneyStrip
        label="Spend concerned by group"
        parts={parts}
        total={stakeOf(anyGroup)}
        pressed={pressed}
        onPress={name => choose('group', pressed.length === 1 && pressed[0] === name ? [] : [name])}
        format={format}
      />
    </section>
  )
}
