import type { Overview } from '../../../../generated/client/models.ts'
import { sideOf } from '../../../model/classification.ts'
import { addDays } from '../../../model/dates.ts'
import { type Format, formatOf } from '../../parts/use-format.ts'
import { typeWords } from '../../../../mcp/words/names.ts'
import { Link } from '../link.tsx'
import { ALERTS, appScreen } from '../screen.ts'
import { PacingLine } from './pacing-line.tsx'
import { intervalBy, intervalWords } from '../data/intervals.ts'
import { countOf, dataAgeWords, daysLate, distanceWords } from '../../parts/words.ts'
import { shareOfTarget } from './heading.ts'
import { Weeks, weeksRange, WeeksTable } from './weeks.tsx'
import { Bullet } from '../../parts/charts/bullet.tsx'
import { TrendKey } from '../../parts/charts/trend-key.tsx'

interface AppRowsProps {
  /** Null: on their way. */
  apps: readonly Overview[] | null
  now: number
}

/** A row per app: spend, ROAS against target, eight weeks, open alerts. */
export function AppRows({ apps, now }: AppRowsProps) {
  return (
    <section aria-labelledby="h-ap">
      <div class="hd">
        <h2 id="h-ap">Apps</h2>
      </div>
      <div class="apps card">
        <div class="ah" aria-hidden="true">
          <span>App</span>
          <span>Newest day</span>
          <span>Last 7 days</span>
          <span>ROAS, installs of the last 7 days</span>
          <span>By calendar week{apps !== null && `, ${weeksRange(apps)}`}</span>
          <span>Open alerts</span>
        </div>
        {apps === null ? [1, 2, 3].map(row => <LoadingRow key={row} />) : apps.map(app => <AppRow key={app.appId} {...{ app, now }} />)}
      </div>
      {apps !== null && (
        <>
          <TrendKey entries={['actual', 'forecast', 'partly', 'target', 'event', 'hold']} />
          <p class="m s">Target: the targets of the app’s campaigns, weighted by daily spend.</p>
          <WeeksTable apps={apps} />
        </>
      )}
    </section>
  )
}

function LoadingRow() {
  return (
    <div class="ar" aria-hidden="true">
      {['', 'Spend', 'Last 7 days', 'ROAS, installs of the last 7 days', 'By calendar week', 'Open alerts'].map(label => (
        <div key={label}>
          <span class="lab">{label}</span>
          <span class="sk row-sk" />
        </div>
      ))}
    </div>
  )
}

/** An app's newest day, week and month. */
export function AppRow({ app, now }: { app: Overview; now: number }) {
  const { appId, name, currency, dataThrough, roasType, revenueType, spend, targetDsi, openAlertCampaigns, openAlertGap, pacing } = app
  const format = formatOf(currency)
  const { day, money, range } = format
  const late = dataThrough === null ? 0 : daysLate(dataThrough, now)
  const isYesterday = dataThrough !== null && late === 0
  return (
    <article class="ar" aria-label={name} data-arrows>
      <div>
        <Link class="clamp cover" to={appScreen(appId)}>
          <bdi>{name}</bdi>
        </Link>
        <div class="m s">
          {currency} · {typeWords(roasType)}, {revenueType}
        </div>
        <div class={late > 0 ? 's warn' : 's m'}>{dataAgeWords(dataThrough, format, now).replace('Data through', 'Through')}</div>
      </div>
      <div>
        <span class="lab">{isYesterday ? 'Spend yesterday' : 'Spend'}</span>
        <div class="big">{money(spend.day)}</div>
        {dataThrough !== null && (
          <div class="m s">
            {!isYesterday && <span class="warn">{day(dataThrough)}, </span>}
            {changeOf(spend.day, spend.dayBefore, format)} vs {day(addDays(dataThrough, -1))}
          </div>
        )}
        <Yesterday app={app} />
      </div>
      <div>
        <span class="lab">Last 7 days</span>
        <div class="big">{money(spend.week)}</div>
        {dataThrough !== null && (
          <div class="m s">
            {changeOf(spend.week, spend.weekBefore, format)} vs {range(addDays(dataThrough, -13), addDays(dataThrough, -7))}
          </div>
        )}
      </div>
      <div>
        <span class="lab">D{targetDsi} ROAS, installs of the last 7 days</span>
        <Roas app={app} />
      </div>
      <div>
        <span class="lab">D{targetDsi} ROAS, full calendar weeks</span>
        <Weeks app={app} />
      </div>
      <div>
        <span class="lab">Open alerts</span>
        {openAlertCampaigns === 0 ? (
          <div class="m">None</div>
        ) : (
          <>
            <div class="big">
              {openAlertGap === null ? openAlertCampaigns : money(openAlertGap)}
              {openAlertGap !== null && <span class="s m per">/day</span>}
            </div>
            <div class="m s">
              {openAlertGap !== null && 'off target, '}
              <Link class="lnk over" to={{ ...ALERTS, app: appId }}>
                {openAlertGap === null ? 'campaigns' : countOf(openAlertCampaigns, 'campaign', format)}
              </Link>
            </div>
          </>
        )}
      </div>
      <PacingLine pacing={pacing} format={format} />
    </article>
  )
}

/** ROAS of the last 7 days against target, its change and the latest completely actual week. */
function Roas({ app }: { app: Overview }) {
  const { targetDsi, target, roas, weeks, currency, dataThrough, actionThreshold } = app
  const format = formatOf(currency)
  const { roas: percent, points, range } = format
  const share = shareOfTarget(app, roas.week)
  const [low, high] = intervalBy(app, roas.week, roas.weekActualShare ?? 0)
  const actual = weeks.findLast(week => week.actualShare === 1 && week.roas !== null)
  if (roas.week === null)
    return <div class="m">–, {dataThrough === null ? 'no data yet' : 'revenue is not known for all of these installs'}</div>
  return (
    <>
      <div class="rate">
        <span class="big">{percent(roas.week)}</span>
        <span class="tag f">
          D{targetDsi} {roas.weekActualShare === 1 ? 'actual' : 'forecast'}
        </span>
      </div>
      {share !== null && (
        <div class="target">
          <Bullet
            share={share}
            low={low === null ? null : low / target!}
            high={high === null ? null : high / target!}
            threshold={actionThreshold}
            width={230}
          />
        </div>
      )}
      <div class="s">
        {share === null ? (
          <span class="m">No target</span>
        ) : (
          <>
            <AgainstTarget {...{ app, share }} /> <span class="m">({percent(target)})</span>
          </>
        )}
        {low !== null && <div class="m">{intervalWords(low, high, format)}</div>}
        {roas.weekBefore !== null && <div class="m">{points(roas.week - roas.weekBefore)} on the 7 days before</div>}
      </div>
      {actual !== undefined && (
        <div class="s m">
          Latest actual week {percent(actual.roas)}, {range(actual.startDate, addDays(actual.startDate, 6))}
        </div>
      )}
    </>
  )
}

function AgainstTarget({ app, share }: { app: Overview; share: number }) {
  const standing = sideOf(share, app.actionThreshold)
  return <span class={standing === 'held' ? 'm b' : `${standing} b`}>{distanceWords(share, formatOf(app.currency))}</span>
}

/** ROAS of the newest day against target, with the usual error at its age. */
function Yesterday({ app }: { app: Overview }) {
  const { yesterday, targetDsi, currency } = app
  if (yesterday === null) return null
  const { roas: percent } = formatOf(currency)
  const { roas, reason, roasLow: low, roasHigh: high, actualShare } = yesterday
  const share = shareOfTarget(app, roas)
  const name = `D${targetDsi} ROAS`
  if (roas === null) return <div class="s m">{reason === 'too_young' ? `Its ${name} is not known yet` : `No ${name} without spend`}</div>
  return (
    <div class="s">
      {name} {actualShare < 1 && 'forecast '}
      <b class="b">{percent(roas)}</b>
      {share !== null && (
        <div>
          <AgainstTarget {...{ app, share }} />
        </div>
      )}
      {low !== null && high !== null && <div class="m">{intervalWords(low, high, formatOf(currency))}</div>}
      <Link class="lnk over" to={appScreen(app.appId, { from: yesterday.date, to: yesterday.date, sort: 'gap' })}>
        What moved it
      </Link>
    </div>
  )
}

function changeOf(now: number | null, before: number | null, { signedShare }: Format): string {
  return signedShare(now === null || before === null || before === 0 ? null : now / before - 1)
}
