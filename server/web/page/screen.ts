import { METRICS, type Metric } from '../../../generated/vocabulary/vocabulary.ts'
import { isCalendarDate } from '../../core/model/dates.ts'
import type { CampaignName } from '../../core/words/names.ts'
import { type PlanQuestion, SAME_TOTAL } from '../parts/plan/plan-question.ts'

/** The page's state: one value, which is the address. */
export type Screen = TodayScreen | AlertsScreen | AppScreen | TrustScreen

interface TodayScreen {
  at: 'today'
}

/** Outcomes of past recommendations. */
export interface TrustScreen {
  at: 'trust'
  /** Null: the first app. */
  app: number | null
}

export const ALERT_STATES = ['open', 'snoozed', 'done'] as const
export const DIRECTIONS = ['less', 'more'] as const

export interface AlertsScreen {
  at: 'alerts'
  show: (typeof ALERT_STATES)[number]
  app: number | null
  network: string | null
  direction: (typeof DIRECTIONS)[number] | null
  /** The open line. Null: the first one. */
  line: LineIdentity | 'none' | null
}

/** A line of the inbox: a campaign in all its countries. */
export interface LineIdentity extends CampaignName {
  appId: number
}

export const GROUPINGS = ['network', 'platform', 'country', 'campaign'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const COMPARISONS = ['previous', 'previous_month', 'previous_year', 'none'] as const
export type Comparison = (typeof COMPARISONS)[number] | `${string}..${string}`

export interface Filters {
  platforms: readonly string[]
  networks: readonly string[]
  countries: readonly string[]
  campaigns: readonly string[]
}

/** A campaign's identity across runs. */
export interface CampaignIdentity extends CampaignName {
  /** Null: the campaign in all its countries. */
  country: string | null
}

export interface AppScreen {
  at: 'app'
  /** Null: the first app of the overview. */
  appId: number | null
  /** Install dates, YYYY-MM-DD. Null: the last 7 days with data. */
  from: string | null
  to: string | null
  compare: Comparison
  groupBy: Grouping
  metric: Metric
  filters: Filters
  /** A column, or `-` and a column; null: spend descending. */
  sort: string | null
  /** The panel (a value of `groupBy`) whose campaigns are listed. */
  panel: string | null
  /** The planned budget; null: the plan is closed. */
  plan: PlanQuestion | null
  /** The campaign in the drawer. */
  open: CampaignIdentity | null
}

export const TODAY: TodayScreen = { at: 'today' }

export const TRUST: TrustScreen = { at: 'trust', app: null }

export const ALERTS: AlertsScreen = {
  at: 'alerts',
  show: 'open',
  app: null,
  network: null,
  direction: null,
  line: null,
}

const NO_FILTERS: Filters = { platforms: [], networks: [], countries: [], campaigns: [] }

/** An app's screen, with defaults for missing settings. */
export function appScreen(
  appId: number | null,
  settings: Partial<Omit<AppScreen, 'at' | 'appId'>> = {},
): AppScreen {
  return {
    at: 'app',
    appId,
    from: null,
    to: null,
    compare: 'previous',
    groupBy: 'network',
    metric: 'roas',
    filters: NO_FILTERS,
    sort: null,
    panel: null,
    plan: null,
    open: null,
    ...settings,
  }
}

/** Reads an address. Unknown or invalid parts take their defaults. */
export function readScreen({ searchParams: query }: Pick<URL, 'searchParams'>): Screen {
  const view = query.get('view')
  if (query.has('app') && view !== 'alerts' && view !== 'trust') return readAppScreen(query)
  switch (view) {
    case 'trust':
      return { at: 'trust', app: readId(query.get('app')) }
    case 'alerts':
      return {
        at: 'alerts',
        show: oneOf(ALERT_STATES, query.get('show')) ?? 'open',
        app: readId(query.get('app')),
        network: readName(query.get('network')),
        direction: oneOf(DIRECTIONS, query.get('buys')) ?? null,
        line: readLine(query),
      }
    case 'app':
      return readAppScreen(query)
    default:
      return TODAY
  }
}

function readLine(query: URLSearchParams): AlertsScreen['line'] {
  const [campaign, appId] = [readName(query.get('open')), readId(query.get('in'))]
  if (campaign === null) return query.get('line') === 'none' ? 'none' : null
  return appId === null
    ? null
    : {
        appId,
        campaign,
        platform: query.get('on') ?? 'Unknown',
        network: query.get('of') ?? 'Unknown',
      }
}

function readAppScreen(query: URLSearchParams): AppScreen {
  const from = readDate(query.get('from'))
  const to = readDate(query.get('to'))
  const isRange = from !== null && to !== null && from <= to
  const compare = query.get('against')
  const campaign = readName(query.get('open'))
  return appScreen(readId(query.get('app')), {
    from: isRange ? from : null,
    to: isRange ? to : null,
    compare: oneOf(COMPARISONS, compare) ?? readRange(compare) ?? 'previous',
    groupBy: oneOf(GROUPINGS, query.get('by')) ?? 'network',
    metric: oneOf(METRICS, query.get('metric')) ?? 'roas',
    filters: {
      platforms: readNames(query, 'platform'),
      networks: readNames(query, 'network'),
      countries: readNames(query, 'country'),
      campaigns: readNames(query, 'campaign'),
    },
    sort: /^-?[a-z0-9_]+$/i.test(query.get('sort') ?? '') ? query.get('sort') : null,
    panel: readName(query.get('panel')),
    plan: readPlan(query),
    open:
      campaign === null
        ? null
        : {
            campaign,
            platform: query.get('on') ?? 'Unknown',
            network: query.get('of') ?? 'Unknown',
            country: readName(query.get('in')),
          },
  })
}

/** `plan=same`, `plan=30000` (a total), `plan=roas-0.6` (a blended ROAS), `step=0.3` and `steps=off`. */
function readPlan(query: URLSearchParams): PlanQuestion | null {
  const [plan, step] = [query.get('plan'), readAmount(query.get('step'))]
  const maxStep = step !== null && step <= 1 ? step : SAME_TOTAL.maxStep
  const limits = { maxStep, followSteps: query.get('steps') !== 'off' }
  if (plan === 'same') return { ...SAME_TOTAL, ...limits }
  const [amount, ratio] = [readAmount(plan), readAmount(plan?.replace(/^roas-/, '') ?? null)]
  if (amount !== null) return { goal: { dailyBudget: amount }, ...limits }
  return ratio === null ? null : { goal: { targetRoas: ratio }, ...limits }
}

function planParts(plan: PlanQuestion | null): [string, string | number | null][] {
  if (plan === null) return []
  const { goal, maxStep, followSteps } = plan
  const amount =
    'dailyBudget' in goal
      ? goal.dailyBudget
      : 'targetRoas' in goal
        ? `roas-${goal.targetRoas}`
        : 'same'
  return [
    ['plan', amount],
    ['step', maxStep === SAME_TOTAL.maxStep ? null : maxStep],
    ['steps', followSteps ? null : 'off'],
  ]
}

/** The query of a screen's address: `?app=101&by=campaign`, or empty for Today. Defaults are omitted. */
export function writeScreen(screen: Screen): string {
  const parts: [name: string, value: string | number | null][] =
    screen.at === 'app' ? appParts(screen) : otherParts(screen)
  const query = new URLSearchParams(
    parts.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  )
  return query.size === 0 ? '' : `?${query}`
}

function otherParts(
  screen: TodayScreen | AlertsScreen | TrustScreen,
): [string, string | number | null][] {
  if (screen.at === 'today') return []
  if (screen.at === 'trust') {
    return [
      ['view', 'trust'],
      ['app', screen.app],
    ]
  }
  return [
    ['view', 'alerts'],
    ['show', screen.show === 'open' ? null : screen.show],
    ['app', screen.app],
    ['network', screen.network],
    ['buys', screen.direction],
    ...lineParts(screen.line),
  ]
}

function lineParts(line: AlertsScreen['line']): [string, string | number | null][] {
  if (line === null || line === 'none') return [['line', line]]
  return [
    ['open', line.campaign],
    ['on', line.platform],
    ['of', line.network],
    ['in', line.appId],
  ]
}

function appParts(screen: AppScreen): [string, string | number | null][] {
  const { appId, filters, open } = screen
  const unless = (standard: string, value: string) => (value === standard ? null : value)
  return [
    appId === null ? ['view', 'app'] : ['app', appId],
    ['from', screen.from],
    ['to', screen.to],
    ['against', unless('previous', screen.compare)],
    ['by', unless('network', screen.groupBy)],
    ['metric', unless('roas', screen.metric)],
    ...filters.platforms.map((name): [string, string] => ['platform', name]),
    ...filters.networks.map((name): [string, string] => ['network', name]),
    ...filters.countries.map((name): [string, string] => ['country', name]),
    ...filters.campaigns.map((name): [string, string] => ['campaign', name]),
    ['sort', screen.sort],
    ['panel', screen.panel],
    ...planParts(screen.plan),
    ...(open === null
      ? []
      : ([
          ['open', open.campaign],
          ['on', open.platform],
          ['of', open.network],
          ['in', open.country],
        ] as [string, string | null][])),
  ]
}

function oneOf<const Word extends string>(
  words: readonly Word[],
  text: string | null,
): Word | undefined {
  return words.find(word => word === text)
}

function readId(text: string | null): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null
}

/** A positive number in an address. */
function readAmount(text: string | null): number | null {
  const amount = /^\d{1,12}(\.\d{1,6})?$/.test(text ?? '') ? Number(text) : 0
  return amount > 0 ? amount : null
}

function readName(text: string | null): string | null {
  return text === null || text === '' ? null : text
}

function readNames(query: URLSearchParams, name: string): string[] {
  return [...new Set(query.getAll(name))].filter(text => text !== '')
}

/** A calendar day, YYYY-MM-DD. */
function readDate(text: string | null): string | null {
  return text !== null && isCalendarDate(text) ? text : null
}

function readRange(text: string | null): `${string}..${string}` | undefined {
  const [from = '', to = '', ...others] = (text ?? '').split('..')
  if (others.length > 0 || readDate(from) === null || readDate(to) === null || from > to)
    return undefined
  return `${from}..${to}`
}
