import { useState } from 'preact/hooks'
import type { Overview } from '../../../../generated/client/models.ts'
import { type Format, formatOf } from '../../parts/use-format.ts'
import {
  broadestFirst,
  expectationOf,
  isOver,
  pacingWords,
  scopeOf,
  statusWords,
} from '../../parts/plan/pacing-words.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { addDays } from '../../../core/model/dates.ts'
import { typeWords } from '../../../core/words/names.ts'
import { standingWords } from '../../../core/words/step-words.ts'
import { Link } from '../link.tsx'
import { ALERTS, appScreen } from '../screen.ts'
import { OneLine } from '../one-line.tsx'
import { useNavigation } from '../use-screen.ts'
import { intervalBy, intervalWords } from '../data/intervals.ts'
import { countOf, dataAgeWords, daysLate, distanceWords } from '../../parts/words.ts'
import { shareOfTarget } from './heading.ts'
import { Weeks, weeksRange, WeeksTable } from './weeks.tsx'
import { Bullet } from '../../parts/charts/bullet.tsx'
import { TrendKey } from '../../parts/charts/trend-key.tsx'

/** Maximum budgets named besides the broadest one. */
const NAMED = 2

/** `62% of the November budget spent; on budget, expected 104% (97–112%)`, and budgets that will be exceeded. */
function PacingLine({ pacing, format }: { pacing: Overview['pacing']; format: Format }) {
  const [first, ...others] = broadestFirst(pacing)
  if (first === undefined) return null
  const over = others.filter(isOver)
  const scope = scopeOf(first)
  return (
    <p class="pace s">
      {scope !== 'All campaigns' && <b>{scope}: </b>}
      <span class={isOver(first) ? 'warn' : undefined}>{pacingWords(first, format)}</span>
      {over.slice(0, NAMED).map(budget => (
        <span key={budget.budgetId}>
          ; <b>{scopeOf(budget)}</b> <span class="warn">{expectationOf(budget, format)}</span>
        </span>
      ))}
      {over.length > NAMED && <span class="m">; {over.length - NAMED} more above budget</span>}
    </p>
  )
}

interface AppRowsProps {
  /** Null: on their way. */
  apps: readonly Overview[] | null
  now: number
}

/** A line per app: spend, ROAS against target, open alerts, budgets. It opens to the evidence. */
export function AppRows({ apps, now }: AppRowsProps) {
  return (
    <section aria-labelledby="h-ap">
      <div class="hd">
        <h2 id="h-ap">Apps</h2>
      </div>
      <div class="apps card">
        <div class="apl ah m s" aria-hidden="true">
          <span>App</span>
          <span>Newest day</span>
          <span>Last 7 days</span>
          <span>ROAS, last 7 days</span>
          <span>Alerts, off target a day</span>
          <span>Month’s budget</span>
        </div>
        {apps === null
          ? [1, 2, 3].map(row => <LoadingRow key={row} />)
          : apps.map(app => <AppRow key={app.appId} {...{ app, now }} />)}
      </div>
      {apps !== null && <WeeksTable apps={apps} />}
    </section>
  )
}

function LoadingRow() {
  return (
    <div class="ar" aria-hidden="true">
      <span class="sk row-sk" />
    </div>
  )
}

/** An app in a line; opens to its newest day, its weeks and its budgets. A report, which has no buttons, is open. */
export function AppRow({ app, now }: { app: Overview; now: number }) {
  const { isStill = false } = useNavigation()
  const [isOpen, setOpen] = useState(isStill)
  const { appId, name, currency, dataThrough, spend, openAlertCampaigns, openAlertGap, pacing } =
    app
  const format = formatOf(currency)
  const late = dataThrough === null ? 0 : daysLate(dataThrough, now)
  const [budget] = broadestFirst(pacing)
  return (
    <article class="ar" aria-label={name} data-arrows>
      <div class="apl">
        <OneLine kind="one">
          <Link class="cover b" to={appScreen(appId)}>
            <bdi>{name}</bdi>
          </Link>
          {late > 0 && (
            <span class="s warn">
              {' '}
              {dataAgeWords(dataThrough, format, now).replace('Data through', 'Through')}
            </span>
          )}
          {dataThrough === null && <span class="s m"> No data yet</span>}
        </OneLine>
        <OneLine kind="one">
          <span class="lab m s">{late === 0 ? 'Yesterday' : 'Newest day'} </span>
          <b class="b">{format.money(spend.day)}</b>{' '}
          <span class="s m chg">{changeOf(spend.day, spend.dayBefore, format)}</span>
        </OneLine>
        <OneLine kind="one">
          <span class="lab m s">7 days </span>
          <b class="b">{format.money(spend.week)}</b>{' '}
          <span class="s m chg">{changeOf(spend.week, spend.weekBefore, format)}</span>
        </OneLine>
        <Roas app={app} />
        <OneLine kind="one">
          <span class="lab m s">Alerts </span>
          {openAlertCampaigns === 0 ? (
            <span class="m">None</span>
          ) : (
            <>
              {openAlertGap !== null && (
                <>
                  <b class="b">{format.money(openAlertGap)}</b>
                  <span class="s m"> in </span>
                </>
              )}
              <Link class="lnk over" to={{ ...ALERTS, app: appId }}>
                {countOf(openAlertCampaigns, 'campaign', format)}
              </Link>
            </>
          )}
        </OneLine>
        <OneLine kind="one">
          <span class="lab m s">Budget </span>
          {budget === undefined ? (
            <span class="m">None</span>
          ) : (
            <BudgetState {...{ budget, format }} />
          )}
        </OneLine>
        {!isStill && (
          <button
            class="btn q over"
            aria-expanded={isOpen}
            aria-label={`Evidence of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '▴' : '▾'}
          </button>
        )}
      </div>
      {isOpen && <Evidence app={app} />}
    </article>
  )
}

function BudgetState({ budget, format }: { budget: Overview['pacing'][number]; format: Format }) {
  return (
    <>
      <span class={isOver(budget) ? 'warn' : 'm'}>{statusWords(budget.status)}</span>
      {budget.expected !== null && (
        <span class="s m">, {format.share(budget.expected / budget.amount)}</span>
      )}
    </>
  )
}

/** What a line rests on: types and dates, the newest day, the trend, and budgets. */
function Evidence({ app }: { app: Overview }) {
  const { currency, dataThrough, targetRoasType, targetRevenueType, targetDsi, pacing } = app
  const format = formatOf(currency)
  const standing = standingWords(app, format)
  return (
    <div class="cols ev s m">
      <div>
        <p>
          {currency} · {typeWords(targetRoasType)}, {targetRevenueType}
          {dataThrough !== null && ` · through ${format.day(dataThrough)}`}
        </p>
        <Week app={app} />
        <Yesterday app={app} />
        {standing !== null && <p class="untested">{standing}</p>}
        <PacingLine pacing={pacing} format={format} />
      </div>
      <div>
        <p>
          D{targetDsi} ROAS by full calendar week, {weeksRange([app])}
        </p>
        <Weeks app={app} />
        <TrendKey entries={['actual', 'forecast', 'partly', 'target', 'event', 'hold']} />
      </div>
    </div>
  )
}

/** ROAS of the last 7 days against target: the app's one verdict. */
function Roas({ app }: { app: Overview }) {
  const { targetDsi, target, roas, currency, dataThrough, actionThreshold } = app
  const { roas: percent } = formatOf(currency)
  const share = shareOfTarget(app, roas.week)
  const [low, high] = intervalBy(app, roas.week, roas.weekActualShare ?? 0)
  if (roas.week === null)
    return (
      <OneLine kind="one m">
        –, {dataThrough === null ? 'no data yet' : 'revenue is not known for all of these installs'}
      </OneLine>
    )
  return (
    <OneLine kind="one rate">
      <span class="lab m s">D{targetDsi} ROAS </span>
      {share !== null && (
        <Bullet
          share={share}
          low={low === null ? null : low / target!}
          high={high === null ? null : high / target!}
          threshold={actionThreshold}
          width={90}
        />
      )}
      <span class="nw">
        <b class="b">{percent(roas.week)}</b>{' '}
        {share === null ? (
          <span class="s m">D{targetDsi}, no target</span>
        ) : (
          <AgainstTarget {...{ app, share }} />
        )}
      </span>
    </OneLine>
  )
}

/** The week's ROAS in words: forecast or actual, its interval, its change, and the latest completely actual week. */
function Week({ app }: { app: Overview }) {
  const { targetDsi, target, roas, weeks, currency, dataThrough } = app
  const format = formatOf(currency)
  const { roas: percent, points, range } = format
  if (roas.week === null || dataThrough === null) return null
  const [low, high] = intervalBy(app, roas.week, roas.weekActualShare ?? 0)
  const actual = weeks.findLast(week => week.actualShare === 1 && week.roas !== null)
  return (
    <p>
      D{targetDsi} ROAS {roas.weekActualShare === 1 ? 'actual' : 'forecast'} of installs{' '}
      {range(addDays(dataThrough, -6), dataThrough)}: {percent(roas.week)}
      {target !== null && `, target ${percent(target)}, weighted by daily spend`}
      {low !== null && `, ${intervalWords(low, high, format)}`}
      {roas.weekBefore !== null && `, ${points(roas.week - roas.weekBefore)} on the 7 days before`}.
      {actual !== undefined &&
        ` Latest actual week ${percent(actual.roas)}, ${range(actual.startDate, addDays(actual.startDate, 6))}.`}
    </p>
  )
}

function AgainstTarget({ app, share }: { app: Overview; share: number }) {
  const standing = sideOf(share, app.actionThreshold)
  return (
    <span class={standing === 'held' ? 'm b' : `${standing} b`}>
      {distanceWords(share, formatOf(app.currency))}
    </span>
  )
}

/** ROAS of the newest day, with the usual error at its age. Without a verdict of its own. */
function Yesterday({ app }: { app: Overview }) {
  const { yesterday, targetDsi, currency } = app
  if (yesterday === null) return null
  const format = formatOf(currency)
  const { roas, reason, roasLow: low, roasHigh: high, actualShare, date } = yesterday
  const name = `D${targetDsi} ROAS`
  if (roas === null)
    return (
      <p>
        {reason === 'too_young'
          ? `${name} of ${format.day(date)} is not known yet.`
          : `${format.day(date)}: no ${name} without spend.`}
      </p>
    )
  return (
    <p>
      {format.day(date)}: {name} {actualShare < 1 && 'forecast '}
      {format.roas(roas)}
      {low !== null && high !== null
        ? `, ${intervalWords(low, high, format)}`
        : ', its error is not known'}
      .{' '}
      <Link class="lnk over" to={appScreen(app.appId, { from: date, to: date, sort: 'gap' })}>
        What moved it
      </Link>
    </p>
  )
}

function changeOf(now: number | null, before: number | null, { signedShare }: Format): string {
  return signedShare(now === null || before === null || before === 0 ? null : now / before - 1)
}
