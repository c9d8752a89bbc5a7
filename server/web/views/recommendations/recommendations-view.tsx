import { toTsv } from '../../../core/words/spreadsheet.ts'
import { useMemo, useState } from 'preact/hooks'
import { addDays } from '../../../core/model/dates.ts'
import { useFormat } from '../../parts/use-format.ts'
import { FilterBar, useFilters } from '../../parts/filters.tsx'
import { pagesOf, type Page } from '../../parts/pages-of.ts'
import { RowCount } from '../../parts/row-count.tsx'
import { Selected } from '../../parts/selected.tsx'
import { useSelection } from '../../parts/selection.tsx'
import type { PartialArguments } from '../../parts/read-result.ts'
import { Campaigns } from './campaigns.tsx'
import { Changes } from './changes.tsx'
import { BY_WORTH, DIMENSIONS, inOrder, linesOf, SINCE_DIMENSIONS } from './lines.ts'
import { Legend } from './legend.tsx'
import { EventList, letterEvents } from '../../parts/events.tsx'
import { PacingLines } from './pacing-lines.tsx'
import { StepTotals } from './step-totals.tsx'
import { planArguments, PlanSection, usePlanQuestion } from './plan.tsx'
import { TrackRecord } from './track-record-line.tsx'
import { copiedColumns, chatMessageOf } from './chat-message.ts'
import type { ViewProps } from '../../parts/frame.tsx'
import { useTellHost } from '../../parts/use-tell-host.ts'
import { countOf } from '../../parts/words.ts'
import { Standing } from '../../parts/standing.tsx'

/** The recommendation for each campaign, most important first. */
export function Recommendations({ answer, args, host, ask }: ViewProps<'svc_get_recommendations'>) {
  const { context } = answer
  const format = useFormat(context.currency)
  const [sort, setSort] = useState(BY_WORTH)
  const received = useMemo(() => linesOf(answer), [answer])
  const lines = useMemo(() => inOrder(received, sort), [received, sort])
  const dimensions = context.since === undefined ? DIMENSIONS : SINCE_DIMENSIONS
  const filtering = useFilters(lines, dimensions)
  const visible = filtering.rows
  const selection = useSelection()
  const selected = useMemo(
    () => lines.filter(({ key }) => selection.keys.has(key)),
    [lines, selection.keys],
  )
  const [question, setQuestion] = usePlanQuestion(args.budgetPlan)

  useTellHost(
    host,
    `Looking at recommendations of ${context.app.name} (app ${context.app.id}), ${countOf(visible.length, 'row', format)} shown.`,
    {
      tool: 'svc_get_recommendations',
      arguments: question === null ? args : { ...args, budgetPlan: planArguments(question) },
      shown: { ...filtering.chosen, order: sort.by },
    },
  )

  const changes = <Changes answer={answer} lines={lines} format={format} />
  if (lines.length === 0) return changes
  const askFor = (more: PartialArguments<'svc_get_recommendations'>) =>
    host.can.call ? () => ask({ ...args, ...more }) : undefined
  const openPage = host.can.call ? (page: Page) => ask({ ...args, ...page.arguments }) : undefined
  const compare =
    context.runCreatedAt === null
      ? undefined
      : askFor({ since: addDays(context.runCreatedAt.slice(0, 10), -7) })
  return (
    <>
      <StepTotals
        answer={answer}
        visible={visible.length === lines.length ? null : visible}
        format={format}
      />
      {changes}
      <Campaigns answer={answer} {...{ visible, selection, sort, host, format }} onSort={setSort} />
      <RowCount
        visible={visible.length}
        came={lines.length}
        matched={answer.totalRows}
        format={format}
        pages={pagesOf(answer, args)}
        onPage={openPage}
      />
      <Legend answer={answer} lines={lines} format={format} />
      <div class="bar">
        <FilterBar all={lines} dimensions={dimensions} filtering={filtering} />
        {context.since === undefined && compare !== undefined && (
          <button onClick={compare}>Compare with a week ago</button>
        )}
      </div>
      <Selected
        {...{ selection, host }}
        keys={visible.map(({ key }) => key)}
        selected={selected.map(({ key }) => key)}
        chatMessage={() => chatMessageOf(answer, selected, format)}
        text={() => toTsv(visible, copiedColumns(answer))}
      />
      <PlanSection
        {...{ answer, args, host, ask, visible, question, format }}
        onQuestion={setQuestion}
      />
      <PacingLines budgets={context.pacing} format={format} />
      <TrackRecord record={context.trackRecord} format={format} />
      <Standing
        withheld={context.withheldDsis}
        untested={context.untestedDsis}
        dsis={[context.targetDsi]}
      />
      <EventList events={letterEvents(context.events)} lettered={false} format={format} />
    </>
  )
}
