import { useMemo } from 'preact/hooks'
import { daysBefore } from '../parts/days-before.ts'
import { FilterBar, useFilters } from '../parts/filters.tsx'
import { ShownOf } from '../parts/shown-of.tsx'
import { useFormat } from '../parts/use-format.ts'
import { useSelection } from '../parts/use-selection.ts'
import type { Given } from '../shell/answers.ts'
import type { ViewProps } from '../shell/start-view.tsx'
import { DIMENSIONS, GROUP_WORDS } from './dimensions.ts'
import { inOrder, kindsOf } from './grouped.ts'
import { MoneyByGroup } from './money-by-group.tsx'
import { Selected } from './selected.tsx'
import { SignalItem } from './signal-item.tsx'
import { signalsOf, stakeOf } from './signals.ts'

/** The contract's largest page, and how far back one looks for alerts that were seen before. */
const MOST_ROWS = 500
const DAYS_BACK = 30

/** What needs a look, by kind, with what to do about it. */
export function Alerts({ answer, given, host, ask }: ViewProps<'svc_get_alerts'>) {
  const { context } = answer
  const format = useFormat(host, context.currency)
  const signals = useMemo(() => signalsOf(answer), [answer])
  const filtering = useFilters(signals, DIMENSIONS)
  const kinds = useMemo(() => kindsOf(filtering.rows), [filtering.rows])
  const closed = useMemo(() => inOrder(filtering.rows.filter(({ state }) => state === 'closed')), [filtering.rows])
  const shown = useMemo(() => [...kinds.flatMap(kind => kind.signals), ...closed], [kinds, closed])
  const selection = useSelection()
  const selected = useMemo(() => signals.filter(({ key }) => selection.keys.has(key)), [signals, selection.keys])

  if (signals.length === 0) return null
  const askFor = (more: Given<'svc_get_alerts'>) => (host.can.call ? () => ask({ ...given, ...more }) : undefined)
  const more = answer.truncatedBy === 'limit' && signals.length < MOST_ROWS ? askFor({ limit: MOST_ROWS }) : undefined
  const told = answer.columns.includes('timesSeen')
  const from = given.startDate ?? (context.runCreatedAt === null ? undefined : daysBefore(context.runCreatedAt, DAYS_BACK))
  const seenBefore = told || from === undefined ? undefined : askFor({ distinct: true, startDate: from })
  const total = stakeOf(filtering.rows)
  const item = (signal: (typeof signals)[number]) => (
    <SignalItem key={signal.key} signal={signal} format={format} ticked={selection.keys.has(signal.key)} onTick={selection.toggle} />
  )
  return (
    <>
      <MoneyByGroup answer={answer} all={signals} filtering={filtering} format={format} />
      <div class="bar">
        <FilterBar all={signals} dimensions={DIMENSIONS} filtering={filtering} />
        {seenBefore !== undefined && <button onClick={seenBefore}>Seen before?</button>}
      </div>
      <Selected answer={answer} shown={shown} selected={selected} selection={selection} host={host} format={format} />
      {kinds.map(({ group, title, signals: those, stake }) => (
        <section class={`kind ${group}`} key={`${group} ${title}`} aria-label={title}>
          <h2>
            <span class="tag">{GROUP_WORDS[group] ?? group}</span> <bdi>{title}</bdi>
          </h2>
          <p class="muted">
            {those.length === 1 ? '1 alert' : `${format.count(those.length)} alerts`}, {format.money(stake)} a day
            {total > 0 && `, ${format.share(stake / total)} of what is at stake`}
          </p>
          <ul>{those.map(item)}</ul>
        </section>
      ))}
      {closed.length > 0 && (
        <details class="closed">
          <summary>
            {closed.length === 1 ? '1 closed alert' : `${format.count(closed.length)} closed alerts`}: not raised by the latest run
          </summary>
          <ul>{closed.map(item)}</ul>
        </details>
      )}
      <ShownOf shown={shown.length} came={signals.length} matched={answer.totalRows} format={format} more={more} />
    </>
  )
}
