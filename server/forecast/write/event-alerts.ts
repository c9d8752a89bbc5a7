import type { AlertGroup, AlertMetric } from '../../../generated/vocabulary/vocabulary.ts'
import type { Place } from '../model/facts.ts'
import type { AlertTexts, JudgedApp } from '../model/judged.ts'
import { type Campaign, toMoney } from './cohorts.ts'
import { dateOf, type Day } from '../../core/model/dates.ts'
import type { Config } from '../config/forecast-config.ts'
import { figures } from '../model/alert-rules.ts'
import { money, percent } from '../model/amount-texts.ts'
import { DAMAGED } from '../sentinel/damage.ts'
import {
  type DataEvent,
  metricOf,
  placeText,
  subjectOf,
  timesText,
} from '../sentinel/data-events.ts'
import type { Finding, Repair } from '../sentinel/finding.ts'
import type { Recommendation } from './recommend.ts'
import type { DeliveryTable } from '../../imports/load-rows.ts'
import { LONGEST_TITLE } from '../../imports/tables.ts'
import { sum } from '../../core/formulas/sums.ts'

export interface Alert extends AlertTexts {
  group: AlertGroup
  /** Null: the app as a whole. */
  campaign: Campaign | null
  /** The alert's place, if it is not about a campaign. */
  scope?: Pick<Place, 'platform' | 'network'>
  country: string | null
  dailySpend: number
}

const PER_APP = 1_000_000_000

/** Repeatable ids below 2^53: a later run, which knows more days of an event, replaces it. */
export function eventsTable(
  { app, idBase }: Pick<Config, 'app' | 'idBase'>,
  events: readonly DataEvent[],
): DeliveryTable {
  const taken = new Set<number>()
  return {
    name: 'events',
    rows: events.map(event => {
      const { kind, title, from, to, scope, findings } = event
      const [first] = findings
      const about =
        first === undefined ? title : [first.test, first.kind, first.observed > first.expected]
      let id = hash(JSON.stringify([from, about, scope])) % PER_APP
      while (taken.has(id)) id = (id + 1) % PER_APP
      taken.add(id)
      return {
        event_id: idBase * PER_APP + id,
        app_id: app.id,
        kind,
        // By characters, so that none is split.
        title: [...title].slice(0, LONGEST_TITLE).join(''),
        start_date: dateOf(from),
        end_date: to === from ? null : dateOf(to),
        ...scope,
        note: first === undefined ? null : INSTEAD[first.repair],
      }
    }),
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0
  return value
}

/** Replacement values that forecasts and recommendations use. */
const INSTEAD: Readonly<Record<Repair, string>> = {
  spend:
    'Forecasts and recommendations use the usual cost per install instead. Delivered spend is unchanged.',
  both: 'Forecasts and recommendations use usual amounts instead. Delivered spend and installs are unchanged.',
  revenue:
    'Forecasts and recommendations use usual revenue instead. Delivered revenue is unchanged.',
  empty: 'Forecasts and recommendations leave these installs out. Delivered numbers are unchanged.',
  none: 'Spend, installs and revenue moved together, so forecasts and recommendations use the day as it is.',
}

/** Maximum days since the end of an alerted event, and maximum number of these. */
const RECENT = 14
const MAX_ALERTS = 8

export function eventAlerts(
  events: readonly DataEvent[],
  asOf: Day,
  rows: readonly Recommendation[],
  app: JudgedApp,
): Alert[] {
  return events
    .filter(({ findings, to }) => findings.length > 0 && to > asOf - RECENT)
    .sort((a, b) => b.to - a.to)
    .slice(0, MAX_ALERTS)
    .map(event => alertOf(event, rows, app))
}

const COUNTS: ReadonlySet<AlertMetric> = new Set(['attribution', 'installs'])

function alertOf(
  { title, from, to, scope, findings }: DataEvent,
  rows: readonly Recommendation[],
  app: JudgedApp,
): Alert {
  const last = findings.at(-1)!
  const { value, reference } = measured(findings)
  const dates = from === to ? `On ${dateOf(from)}` : `From ${dateOf(from)} to ${dateOf(to)}`
  const show = isMoney(last)
    ? (amount: number) => money(amount, app)
    : (amount: number) => Math.round(amount).toLocaleString('en')
  const campaign =
    scope.campaign === null
      ? null
      : { platform: scope.platform, network: scope.network, name: scope.campaign }
  const dailySpend = spendWithin(rows, scope)
  return {
    group: 'ANALYTICS',
    title,
    campaign,
    scope,
    country: scope.country ?? 'GLOBAL',
    dailySpend,
    summary:
      `${dates}, ${subjectOf(last).toLowerCase()}${placeText(scope)}: ${show(value)}. Usual for that: ${show(reference)} ` +
      `(${value > 2 * reference ? timesText(value / reference) : percent(value / reference)}).`,
    detail: INSTEAD[last.repair],
    spend_detail:
      dailySpend > 0
        ? `Recommendations for ${money(dailySpend, app)} of daily spend are affected.`
        : null,
    recommended_action:
      last.repair === 'none'
        ? 'If it was planned, name it under events in the configuration.'
        : `${COUNTS.has(metricOf(last)) ? "Compare the SDK's installs with the store's" : 'Look at the export of that day'}. If the day is right, name the reason under events in the configuration.`,
    ...figures(metricOf(last), value, reference),
  }
}

function measured(findings: readonly Finding[]): { value: number; reference: number } {
  const amount = (which: 'observed' | 'expected'): number =>
    toMoney(sum(findings, finding => finding[which]))
  return { value: amount('observed'), reference: amount('expected') }
}

function isMoney({ test }: Finding): boolean {
  return test === 'spend' || test === 'revenue'
}

function spendWithin(rows: readonly Recommendation[], scope: Place): number {
  const inside = rows.filter(
    ({ granularity, campaign, country }) =>
      granularity === (scope.country === null ? 'campaign' : 'campaign_geo') &&
      (scope.platform === null || scope.platform === campaign.platform) &&
      (scope.network === null || scope.network === campaign.network) &&
      (scope.campaign === null || scope.campaign === campaign.name) &&
      (scope.country === null || scope.country === country),
  )
  return toMoney(sum(inside, ({ dailySpend }) => dailySpend))
}

const MAX_NOTES = 10

/** Maximum age, days, of an event with an alert; older ones are only events. */
const NOTED = 60

export function eventNotes(
  events: readonly DataEvent[],
  asOf: Day,
  rows: readonly Recommendation[],
): string[] {
  const recent = events
    .filter(({ findings, to }) => findings.length > 0 && to > asOf - NOTED)
    .reverse()
  const damaged = rows.filter(
    ({ granularity, basis }) => granularity === 'campaign' && basis.damage >= DAMAGED.hint,
  ).length
  return [
    ...recent.slice(0, MAX_NOTES).map(({ title, from, to, findings }) => {
      const dates = from === to ? dateOf(from) : `${dateOf(from)} to ${dateOf(to)}`
      return `${title}, ${dates}. ${INSTEAD[findings.at(-1)!.repair]}`
    }),
    ...(recent.length > MAX_NOTES
      ? [`${recent.length - MAX_NOTES} earlier data problems are in the events.`]
      : []),
    ...(damaged > 0
      ? [
          `Such days are in the lookback of ${damaged === 1 ? '1 campaign' : `${damaged} campaigns`}: LOW at most.`,
        ]
      : []),
  ]
}
