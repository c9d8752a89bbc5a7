import { toTsv } from '../../../core/words/spreadsheet.ts'
import { useMemo, useState } from 'preact/hooks'
import { Choice } from '../../parts/choice.tsx'
import { Copy } from '../../parts/copy.tsx'
import { HandOver } from '../../parts/hand-over.tsx'
import { LazyDetails } from '../../parts/notice.tsx'
import { letterEvents } from '../../parts/events.tsx'
import { Standing } from '../../parts/standing.tsx'
import { Table } from '../../parts/table.tsx'
import { type Format, useFormat } from '../../parts/use-format.ts'
import { recommendationArguments, useTargets, type TargetsState } from '../../parts/use-targets.ts'
import type { Host } from '../../parts/host.ts'
import { useTellHost } from '../../parts/use-tell-host.ts'
import { typeWords } from '../../../core/words/names.ts'
import { Accuracy } from './accuracy.tsx'
import { campaignsOf, cohortsOf, type Cohort } from './cohorts.ts'
import { Controls } from './controls.tsx'
import { estimateColumns, EstimatesChart } from './estimates.tsx'
import { HeatMap } from './heat-map.tsx'
import { changed, questionOf, subjectOf, type Subject } from './history-question.ts'
import type { ViewProps } from '../../parts/frame.tsx'

/** ROAS estimates of cohorts as they aged, and their error. */
export function RoasHistory({ answer, args, host, ask }: ViewProps<'svc_get_roas_history'>) {
  const { context } = answer
  const format = useFormat(context.currency)
  const question = questionOf(answer, args)
  const subject = subjectOf(answer, args)
  const all = useMemo(() => cohortsOf(answer), [answer])
  const campaigns = useMemo(() => campaignsOf(all), [all])
  const split = context.granularity !== 'app'
  const [picked, pick] = useState<string>()
  const [chosen, choose] = useState<string>()
  const campaign =
    picked === EVERY || (picked !== undefined && campaigns.includes(picked)) ? picked : campaigns[0]
  const cohorts = useMemo(
    () => (split && campaign !== EVERY ? all.filter(cohort => cohort.campaign === campaign) : all),
    [all, split, campaign],
  )
  const named = split && campaign === EVERY && campaigns.length > 1
  const targets = useTargets(
    host,
    subject.isTarget && all.length > 0
      ? recommendationArguments(answer, context.granularity === 'campaign_geo')
      : null,
    context.runId,
  )
  const target =
    typeof targets === 'object'
      ? targets.of(split && campaign !== EVERY ? (cohorts[0]?.identity ?? {}) : {})
      : null
  const events = useMemo(() => letterEvents(context.events), [context])
  useTellHost(
    host,
    `Looking at D${subject.dsi} ROAS history of ${context.app.name} (app ${context.app.id}).`,
    {
      tool: 'svc_get_roas_history',
      arguments: question,
      shown: {
        campaign: split && campaign !== EVERY ? (campaign ?? null) : null,
        cohort: chosen ?? null,
      },
    },
  )
  const columns = useMemo(
    () => estimateColumns(cohorts, named, target, format),
    [cohorts, named, target, format],
  )

  return (
    <>
      <div class="bar" role="group" aria-label="Display options">
        <Controls {...{ answer, question, subject, ask, host }} />
        {split && campaigns.length > 1 && (
          <Choice
            label="Campaign"
            value={campaign!}
            options={[
              [EVERY, 'All loaded campaigns'],
              ...campaigns.map(name => [name, name] as const),
            ]}
            onChoose={pick}
          />
        )}
      </div>
      <p class="m">
        {subjectWords(subject, context.installGrouping)}{' '}
        {targetWords(targets, target, subject, answer.context, host, format)}
      </p>
      <Standing
        withheld={context.withheldDsis}
        untested={context.untestedDsis}
        dsis={[subject.dsi]}
      />
      {answer.truncated && (
        <p class="row m shown-of" role="status">
          {format.count(all.length)} of {format.count(answer.totalRows)} rows loaded.
          {host.can.call && answer.truncatedBy === 'limit' && (
            <button onClick={() => ask(changed(question, {}))}>Load more</button>
          )}
        </p>
      )}
      {cohorts.length > 0 && (
        <>
          <EstimatesChart
            {...{ cohorts, target, chosen, format }}
            dsi={subject.dsi}
            fullFromAge={context.fullFromAge}
            actualFromAge={context.actualFromAge}
          />
          <HeatMap {...{ cohorts, target, named, events, format }} dsi={subject.dsi} />
          <LazyDetails label={`Estimates as a table (${format.count(cohorts.length)})`}>
            {() => (
              <Table
                caption="Estimates by cohort and age"
                columns={columns}
                rows={cohorts}
                keyOf={({ key }) => key}
                most={60}
              />
            )}
          </LazyDetails>
        </>
      )}
      <Accuracy accuracy={context.accuracy} dsi={subject.dsi} format={format} />
      {cohorts.length > 0 && (
        <div class="bar">
          <Copy label="Copy estimates for a spreadsheet" text={() => toTsv(cohorts, columns)} />
          <AskAboutCohort
            {...{ cohorts, chosen, choose, subject, target, host, format }}
            app={context.app}
          />
        </div>
      )}
    </>
  )
}

/** Value for all campaigns; cannot clash, since names are never empty. */
const EVERY = ''

interface AskAboutCohortProps {
  cohorts: readonly Cohort[]
  chosen: string | undefined
  choose: (key: string) => void
  subject: Subject
  target: number | null
  app: { id: number; name: string }
  host: Host
  format: Format
}

/** Sends one cohort to the chat. */
function AskAboutCohort({
  cohorts,
  chosen,
  choose,
  subject,
  target,
  app,
  host,
  format,
}: AskAboutCohortProps) {
  if (!host.can.message && !host.can.modelContext) return null
  const selected = cohorts.find(item => item.key === chosen) ?? cohorts.at(-1)!
  const { cohort, campaign, estimates } = selected
  const day = format.day(cohort)
  const who = campaign === '' ? '' : ` of ${campaign}`
  const moved = estimates.map(({ age, value }) => `age ${age}: ${format.roas(value)}`).join(', ')
  return (
    <>
      <Choice
        label="Cohort"
        value={selected.key}
        options={cohorts
          .toReversed()
          .map(item => [item.key, `${format.day(item.cohort)} ${item.campaign}`])}
        onChoose={choose}
      />
      <HandOver
        key={selected.key}
        host={host}
        label={`Why did the estimate for ${day} move?`}
        question={`Why did the estimate for ${day}${who} move?`}
        summary={`Looking at ROAS D${subject.dsi} (${subject.roasType}, ${subject.revenueType}) of ${app.name} (app ${app.id}), install cohort ${cohort}${who}. Estimates by age: ${moved}.${target === null ? '' : ` Target: ${format.roas(target)}.`}`}
        selection={{
          view: 'roas-history',
          appId: app.id,
          cohort,
          ...selected.identity,
          dsi: subject.dsi,
          estimates,
          target,
        }}
      />
    </>
  )
}

function subjectWords({ dsi, roasType, revenueType }: Subject, grouping: string): string {
  return `ROAS D${dsi}, ${typeWords(roasType)}, ${typeWords(revenueType)}, ${grouping.toLowerCase()} cohorts.`
}

/** Describes the target, or why none is shown. */
function targetWords(
  targets: TargetsState,
  target: number | null,
  { isTarget }: Subject,
  context: ViewProps<'svc_get_roas_history'>['answer']['context'],
  host: Host,
  format: Format,
): string {
  if (target !== null)
    return `Target ${format.roas(target)}, averaged over recommendations by spend.`
  if (!isTarget) {
    const { targetDsi, targetRoasType, targetRevenueType } = context
    return `No target shown: the app's target is for D${targetDsi}, ${typeWords(targetRoasType)}, ${typeWords(targetRevenueType)}.`
  }
  if (targets === 'loading') return 'Loading the target.'
  if (targets === 'failed') return 'Cannot load the target.'
  if (!host.can.call) return 'No target shown: this host does not let the view load it.'
  return typeof targets === 'object' ? 'No recommendation here has a target.' : ''
}
