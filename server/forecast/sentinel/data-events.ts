import type { AlertMetric, EventKind } from '../../../generated/vocabulary/vocabulary.ts'
import { type Day, dayOf } from '../../core/model/dates.ts'
import type { ConfiguredEvent } from '../config/forecast-config.ts'
import { DIMENSIONS, type Facts, type Names, type Place } from '../model/facts.ts'
import type { Finding, Test } from './finding.ts'
import { type Outage, repair } from './repair.ts'
import { isPartOf, type Scope } from './segments.ts'
import { watch } from './watch.ts'
import { sum } from '../../core/formulas/sums.ts'

/** An event of an app or its data, found or configured. */
export interface DataEvent {
  kind: EventKind
  title: string
  from: Day
  to: Day
  /** Null: all. */
  scope: Place
  /** The findings of its days, ascending; empty if configured. */
  findings: readonly Finding[]
}

/** The input of a run, prepared once and immutable. */
export interface PreparedFacts {
  /** As exported, for delivery. */
  delivered: Facts
  /** Without invalid data, for fits and advice; the same object as `delivered` if all data are valid. */
  repaired: Facts
  findings: readonly Finding[]
  /** Events known as of a day, ascending. */
  eventsAt(asOf: Day): DataEvent[]
}

/** Outages and broken attribution are excluded like findings; other events explain unusual data. */
const WRONG: ReadonlySet<EventKind> = new Set(['outage', 'attribution'])

export function prepareFacts(delivered: Facts, events: readonly ConfiguredEvent[]): PreparedFacts {
  const { names } = delivered
  const known = events.flatMap(event => {
    const scope = scopeOf(event, names)
    return scope === undefined
      ? []
      : [{ kind: event.kind, from: dayOf(event.from), to: dayOf(event.to ?? event.from), scope }]
  })
  const findings = watch(delivered, (day, scope) =>
    known.some(event => day >= event.from && day <= event.to && isPartOf(scope, event.scope)),
  )
  const outages = known.filter(({ kind }): boolean => WRONG.has(kind))
  return {
    delivered,
    repaired: repair(delivered, findings, outages satisfies Outage[]),
    findings,
    eventsAt: asOf =>
      [...configured(events, asOf), ...grouped(findings, asOf, names)].sort(
        (a, b) => a.from - b.from,
      ),
  }
}

function configured(events: readonly ConfiguredEvent[], asOf: Day): DataEvent[] {
  return events
    .filter(({ from }) => dayOf(from) <= asOf)
    .map(
      ({
        kind,
        title,
        from,
        to = from,
        platform = null,
        network = null,
        campaign = null,
        country = null,
      }) => {
        return {
          kind,
          title,
          from: dayOf(from),
          to: dayOf(to),
          scope: { platform, network, campaign, country },
          findings: [],
        }
      },
    )
}

/** Undefined if no data have one of its names. */
function scopeOf(event: Partial<Place>, names: Names): Scope | undefined {
  const dimensions = DIMENSIONS.filter(name => event[name] !== undefined)
  const scope = Object.fromEntries(
    dimensions.map(name => [name, names[name].indexOf(event[name]!)]),
  ) as Scope
  return Object.values(scope).includes(-1) ? undefined : scope
}

/** Consecutive days of one test, scope and direction form one event. */
function grouped(findings: readonly Finding[], asOf: Day, names: Names): DataEvent[] {
  const groups = new Map<string, Finding[][]>()
  for (const finding of findings) {
    if (finding.day > asOf) continue
    const { test, kind, scope, observed, expected } = finding
    const key = JSON.stringify([
      test,
      kind,
      observed > expected,
      scope.platform,
      scope.network,
      scope.campaign,
      scope.country,
    ])
    const runs = groups.get(key) ?? []
    groups.set(key, runs)
    const last = runs.at(-1)
    if (last !== undefined && finding.day - last.at(-1)!.day <= 2) last.push(finding)
    else runs.push([finding])
  }
  return [...groups.values()].flat().map(run => {
    const scope = placeOf(run[0]!.scope, names)
    return {
      kind: kindOf(run[0]!),
      title: titleOf(run, scope),
      from: run[0]!.day,
      to: run.at(-1)!.day,
      scope,
      findings: run,
    }
  })
}

function placeOf(scope: Scope, names: Names): Place {
  const name = (list: readonly string[], index: number | undefined): string | null =>
    index === undefined ? null : (list[index] ?? 'Unknown')
  return Object.fromEntries(
    DIMENSIONS.map(dimension => [dimension, name(names[dimension], scope[dimension])]),
  ) as Place
}

function kindOf({ test, observed, expected, repair }: Finding): EventKind {
  if (test === 'split') return 'attribution'
  return repair !== 'none' && observed < expected ? 'outage' : 'other'
}

/** The measure of a test, as an alert's metric and as a noun. */
const MEASURES: Readonly<Record<Test, { metric: AlertMetric; subject: string }>> = {
  spend: { metric: 'spend', subject: 'Spend' },
  installs: { metric: 'installs', subject: 'Installs' },
  volume: { metric: 'installs', subject: 'Installs' },
  split: { metric: 'attribution', subject: 'Paid installs' },
  revenue: { metric: 'revenue', subject: 'Purchase revenue' },
}

export function metricOf({ test }: Pick<Finding, 'test'>): AlertMetric {
  return MEASURES[test].metric
}

export function subjectOf({ test, kind }: Pick<Finding, 'test' | 'kind'>): string {
  return kind === 'ad' ? 'Advertising revenue' : MEASURES[test].subject
}

function titleOf(run: readonly Finding[], scope: Place): string {
  const [first] = run as [Finding]
  const of = placeText(scope)
  const ratio = sum(run, ({ observed }) => observed) / sum(run, ({ expected }) => expected)
  if (first.test === 'split') {
    return first.observed < first.expected
      ? `Paid installs${of} counted as organic`
      : `Organic installs${of} counted as paid`
  }
  return `${subjectOf(first)}${of} ${ratio < 0.02 ? 'missing' : ratio < 1 ? `at ${Math.round(ratio * 100)} % of usual` : `${timesText(ratio)} what is usual`}`
}

export function timesText(ratio: number): string {
  return `${Number(ratio.toPrecision(2)).toLocaleString('en')} times`
}

/** ` of Meta Ads on IOS in DE`; empty for the whole app. */
export function placeText({ platform, network, campaign, country }: Place): string {
  const name = campaign ?? network ?? platform
  return [
    ...(name === null ? [] : [` of ${name}`]),
    ...(platform !== null && name !== platform ? [` on ${platform}`] : []),
    ...(country === null ? [] : [` in ${country}`]),
  ].join('')
}
