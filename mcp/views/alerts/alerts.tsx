import { useMemo } from 'preact/hooks'
import { daysBefore, useFormat } from '../parts/format.ts'
import { FilterBar, filterRows, useFilters } from '../parts/filters.tsx'
import { pagesOf, type Page } from '../parts/pages-of.ts'
import { RowCount } from '../parts/row-count.tsx'
import { useSelection } from '../parts/copy.tsx'
import type { Given } from '../parts/read-result.ts'
import { DIMENSIONS, inOrder, kindsOf, signalsOf, stakeOf } from './signals.ts'
import { Closed, KindSection, SignalItem } from './signal-item.tsx'
import { MoneyByGroup } from './money-by-group.tsx'
import { Selected } from './selected.tsx'
import type { ViewProps } from '../parts/frame.tsx'

/** Days searched for earlier alerts. */
const DAYS_BACK = 30

/** From this many alerts on, off-screen ones are laid out lazily. */
const MANY = 60

/** Alerts by kind, with advice. */
export function Alerts({ answer, given, host, ask }: ViewProps<'svc_get_alerts'>) {
  const { context } = answer
  const format = useFormat(context.currency)
  const signals = useMemo(() => signalsOf(answer), [answer])
  const filtering = useFilters(signals, DIMENSIONS)
  const anyGroup = useMemo(() => filterRows(signals, DIMENSIONS, { ...filtering.chosen, group: [] }), [signals, filtering.chosen])
  const kinds = useMemo(() => kindsOf(signals), [signals])
  const closed = useMemo(() => inOrder(signals.filter(({ state }) => state === 'closed')), [signals])
  const visible = useMemo(() => new Set(filtering.rows), [filtering.rows])
  const shown = useMemo(
    () => [...kinds.flatMap(kind => kind.signals), ...closed].filter(signal => visible.has(signal)),
    [kinds, closed, visible],
  )
  const selection = useSelection()
  const selected = useMemo(() => signals.filter(({ key }) => selection.keys.has(key)), [signals, selection.keys])

  if (signals.length === 0) return null
  const askFor = (more: Given<'svc_get_alerts'>) => (host.can.call ? () => ask({ ...given, ...more }) : undefined)
  const turn = host.can.call ? (page: Page) => ask({ ...given, ...page.arguments }) : undefined
  const told = answer.columns.includes('timesSeen')
  const from = given.startDate ?? (context.runCreatedAt === null ? undefined : daysBefore(context.runCreatedAt, DAYS_BACK))
  const seenBefore = told || from === undefined ? undefined : askFor({ distinct: true, startDate: from })
  const explain = answer.columns.includes('detail') ? undefined : askFor({ detail: 'full' })
  const total = stakeOf(filtering.rows)
  const item = (signal: (typeof signals)[number]) => (
    // Filtered items stay in the DOM, hidden, so that showing them again is cheap.
    <li key={signal.key} class={`signal ${signal.state}`} hidden={!visible.has(signal)}>
      <SignalItem signal={signal} format={format} ticked={selection.keys.has(signal.key)} onTick={selection.toggle} />
    </li>
  )
  return (
    <>
      <MoneyByGroup answer={answer} all={signals} anyGroup={anyGroup} filtering={filtering} format={format} />
      <div class="bar">
        <FilterBar all={signals} dimensions={DIMENSIONS} filtering={filtering} />
        {seenBefore !== undefined && <button onClick={seenBefore}>Check earlier alerts</button>}
        {explain !== undefined && <button onClick={explain}>Explain each alert</button>}
      </div>
      <Selected answer={answer} shown={shown} selected={selected} selection={selection} host={host} format={format} />
      <div class={`kinds${signals.length > MANY ? ' many' : ''}`}>
        {kinds.map(kind => (
          <KindSection key={`${kind.group} ${kind.title}`} kind={kind} visible={visible} total={total} format={format}>
            {kind.signals.map(item)}
          </KindSection>
        ))}
        <Closed closed={closed} visible={visible} format={format}>
          {closed.map(item)}
        </Closed>
      </div>
      <RowCount
        shown={shown.length}
        came={signals.length}
        matched={answer.totalRows}
        format={format}
        pages={pagesOf(answer, given)}
        onPage={turn}
      />
    </>
  )
}
