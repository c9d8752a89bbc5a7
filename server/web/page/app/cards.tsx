import type { Metric } from '../../../../generated/vocabulary/vocabulary.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { Bullet } from '../../parts/charts/bullet.tsx'
import { distanceWords } from '../../parts/words.ts'
import { intervalBy, intervalWords } from '../data/intervals.ts'
import { causesOf, sumOf } from './causes.ts'
import { type Measure, measureOf } from './measures.ts'
import { paybackKnownDsi, paybackOf, type Pair, valueOf } from '../../../core/formulas/sums.ts'
import type { App, Group } from './use-app.ts'

interface CardsProps {
  app: App
  metric: Metric
  total: Pair
  groups: readonly Group[]
  /** Target ROAS of the displayed campaigns, weighted by spend. */
  target: number | null
  /** Whether part of the revenue is forecast. */
  isForecast: boolean
}

const USUAL: readonly Metric[] = ['roas', 'spend', 'installs', 'cpi', 'payback']
const CARDS = 5

/** The range in five numbers, the selected metric first, each compared with the previous range, with its causes. */
export function Cards({ app, metric, total, groups, target, isForecast }: CardsProps) {
  const metrics = [...new Set([metric, ...USUAL])].slice(0, CARDS)
  return (
    <div class="kpi card">
      {metrics.map((each, index) => {
        const measure = measureOf(each, app.context)
        return (
          <div key={each} data-card={each}>
            <div class="m">
              {measure.label}{' '}
              {isForecast && measure.isForecast && (
                <span class="tag f">
                  {app.overview.tested || each === 'payback'
                    ? 'forecast'
                    : 'forecast, not tested yet'}
                </span>
              )}
            </div>
            <div class="big">
              {measure.write(measure.of(total.now))}
              {each === 'roas' && index === 0 && (
                <AgainstTarget {...{ app, target }} value={measure.of(total.now)} />
              )}
            </div>
            {each === 'roas' && index === 0 && (
              <TargetBullet {...{ app, target, isForecast }} value={measure.of(total.now)} />
            )}
            <Change {...{ measure, total }} />
            <Why {...{ app, measure, total, groups }} />
          </div>
        )
      })}
    </div>
  )
}

interface AgainstTargetProps {
  app: App
  target: number | null
  value: number | null
}

function AgainstTarget({ app, target, value }: AgainstTargetProps) {
  if (target === null || value === null) return null
  const side = sideOf(value / target, app.overview.actionThreshold)
  return (
    <span class={`vs ${side === 'held' ? 'm' : side}`}>
      {' '}
      {distanceWords(value / target, app.context.format)} of {app.context.format.roas(target)}
    </span>
  )
}

function TargetBullet({
  app,
  target,
  value,
  isForecast,
}: AgainstTargetProps & { isForecast: boolean }) {
  if (value === null) return null
  const [low, high] = intervalBy(app.overview, value, isForecast ? 0 : 1)
  const words = low !== null && (
    <div class="s m">{intervalWords(low, high, app.context.format)}, by past calls</div>
  )
  if (target === null) return words
  const over = (edge: number | null) => (edge === null ? null : edge / target)
  return (
    <>
      <div
        class="blt"
        title="The target is weighted by the daily spend of the campaigns that have one"
      >
        <Bullet
          share={value / target}
          low={over(low)}
          high={over(high)}
          threshold={app.overview.actionThreshold}
          labeled
          width={300}
        />
      </div>
      {words}
    </>
  )
}

function Change({ measure, total }: { measure: Measure; total: Pair }) {
  if (total.before === null) return null
  const [now, before] = [measure.of(total.now), measure.of(total.before)]
  if (before === null) return <div class="m">not known before</div>
  return (
    <div class="chg">
      {measure.change(now, before)} <span class="m">from {measure.write(before)}</span>
    </div>
  )
}

/** Number of groups named below an amount. */
const NAMED = 2

function Why({
  app,
  measure,
  total,
  groups,
}: {
  app: App
  measure: Measure
  total: Pair
  groups: readonly Group[]
}) {
  if (measure.metric === 'payback') return <Milestones {...{ app, total }} />
  if (total.before === null) return null
  const causes = causesOf(groups, measure)
  const [rate, mix] = [sumOf(causes, 'rate'), sumOf(causes, 'mix')]
  if (measure.ratio !== null) {
    if (rate === null || mix === null || groups.length < 2) return null
    return (
      <div class="why s m">
        <b>
          {measure.part(rate)} rate, {measure.part(mix)} mix
        </b>
      </div>
    )
  }
  const named = causes
    .filter(({ part }) => part !== null && measure.part(part) !== measure.part(0))
    .slice(0, NAMED)
  if (named.length === 0 || groups.length < 2) return null
  return (
    <div class="why s m">
      {named.map(({ name, label, part }, index) => (
        <span key={name} class="cause">
          <bdi class="nm">{label}</bdi> <span class="nw">{measure.part(part!)}</span>
          {index < named.length - 1 && ', '}
        </span>
      ))}
    </div>
  )
}

/** ROAS at the next DSIs: progress to payback. */
function Milestones({ app, total }: { app: App; total: Pair }) {
  const { dsis, targetDsi, format } = app.context
  const milestones = dsis
    .flatMap(dsi => {
      const roas = valueOf('roas', total.now, { dsis, dsi })
      return dsi > targetDsi && roas !== null ? [{ dsi, roas }] : []
    })
    .slice(1, 3)
  const known = paybackOf(total.now, dsis) === null ? paybackKnownDsi(total.now, dsis) : null
  return (
    <div class="why s m">
      {known !== null && `not within ${known} days. `}
      {milestones.map(({ dsi, roas }) => `D${dsi} ${format.roas(roas)}`).join(', ')}
    </div>
  )
}
