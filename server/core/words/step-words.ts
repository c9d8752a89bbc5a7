import type { components } from '../../../generated/types.ts'
import type { Format } from './format.ts'
import { platformName, regionName } from './names.ts'

type Known = components['schemas']['Step']
type Kind = Known['kind']
type Reason = NonNullable<Known['reason']>

/** A step of this service, or of a later version with more kinds. */
export type Step = Omit<Known, 'kind' | 'direction' | 'reason' | 'budget'> & {
  kind: string
  direction: string
  reason: string | null
  budget: {
    platform: string | null
    network: string | null
    campaign: string | null
    month: string
  } | null
}

/** A step, with the country of its recommendation or alert. */
export interface StepSubject {
  step: Step
  country: string
}

/** A sentence without its full stop: the action, its money on both sides, and what that is worth; or why nothing changes, with the figures. */
export function stepWords(subject: StepSubject, format: Format): string {
  const { step } = subject
  const action = actionWords(subject, format)
  const money = moneyWords(step, format)
  const priced = money === null ? [] : [`${money}, ${worthWords(step, format)}`]
  const moving = [...testWords(step), ...(step.bidStays ? ['the bid target stays'] : []), ...priced]
  const checkpoint = step.checkpoint === null ? [] : [checkpointWords(step.checkpoint, format)]
  if (money !== null || step.bidStays) return `${action}: ${[...moving, ...checkpoint].join('; ')}`
  const figures = FIGURES[step.reason as Reason]?.(step, format) ?? null
  return [action, ...(figures === null ? [] : [figures]), ...moving, ...checkpoint].join('; ')
}

/** That nobody knows how far off the forecast is that the step rests on. */
function testWords({ tested, kind, targetDsi }: Step): string[] {
  return tested || kind === 'check_data' || kind === 'stopped'
    ? []
    : [`the ${untestedWords(targetDsi)}`]
}

/** `D90 forecast is not tested yet` */
export function untestedWords(dsi: number): string {
  return `D${dsi} forecast is not tested yet`
}

/** The state of an app's target DSI as a sentence; null if its forecasts are tested. */
export function standingWords(
  {
    tested,
    targetDsi,
    checkpoint,
  }: { tested: boolean; targetDsi: number; checkpoint: Known['checkpoint'] },
  format: Format,
): string | null {
  if (tested) return null
  const need = checkpoint === null ? '' : `; ${checkpointWords(checkpoint, format)}`
  return `The ${untestedWords(targetDsi)}, so steps are small${need}.`
}

/** `to reach 112.0% by D90, cohorts need 61.0% to 70.0% at D14; these have 64.1%` */
export function checkpointWords(
  { dsi, targetDsi, targetRoas, neededLow, neededHigh, roas }: NonNullable<Known['checkpoint']>,
  format: Format,
): string {
  const [low, high] = [format.roas(neededLow), format.roas(neededHigh)]
  const needed = low === high ? low : `${low} to ${high}`
  return `to reach ${format.roas(targetRoas)} by D${targetDsi}, cohorts need ${needed} at D${dsi}; these have ${format.roas(roas)}`
}

/** The action or reason alone, for a line: the start of `stepWords`. */
export function actionWords(subject: StepSubject, format: Format): string {
  return (KINDS[subject.step.kind as Kind] ?? unknownWords)(subject, format)
}

/** `actionWords` of a step that is known in words alone. */
export function startOf(words: string, hasAction: boolean): string {
  return words.split(hasAction ? ': ' : '; ')[0]!
}

const DIRECTIONS: Record<string, string> = { more: 'buys more', less: 'buys less' }

type Words = (subject: StepSubject, format: Format) => string

const KINDS: Record<Kind, Words> = {
  bid_target: ({ step: { from, to, direction, optimisationDsi: dsi } }, format) =>
    `${changeOf({ from, to }) > 0 ? 'Raise' : 'Lower'} the D${dsi} ROAS target from ${format.roas(from)} to ${format.roas(to)} (${DIRECTIONS[direction] ?? 'changes nothing'})`,
  budget: ({ step }, format) => budgetWords(changeOf(step), format),
  test: ({ step }, format) =>
    `Raise the daily budget by ${format.share(step.to! / step.from! - 1)} (${amountOf(step, format)}) for 7 days, then set it back${step.tested ? ', to learn the response' : ''}`,
  country: ({ step, country }, format) =>
    `Spend ${amountOf(step, format)} a day ${step.direction} in ${countryWords(country)} (${step.direction === 'more' ? '' : 'exclude it or '}give it a campaign of its own)`,
  keep: (subject, format) => `Keep: ${reasonWords(subject, format)}`,
  check_data: (subject, format) => `Check the data: ${reasonWords(subject, format)}`,
  stopped: () => 'Stopped: it spends nothing',
}

/** The sentence for a kind that this version does not know. */
const unknownWords: Words = ({ step: { kind, reason } }) => (reason ?? kind).replaceAll('_', ' ')

function reasonWords(subject: StepSubject, format: Format): string {
  return (REASONS[subject.step.reason as Reason] ?? unknownWords)(subject, format)
}

/** `Cut the daily budget by $727` */
export function budgetWords(change: number, format: Format): string {
  return `${change > 0 ? 'Raise' : 'Cut'} the daily budget by ${format.money(Math.abs(change))}`
}

function changeOf({ from, to }: Pick<Step, 'from' | 'to'>): number {
  return (to ?? 0) - (from ?? 0)
}

function amountOf(step: Step, format: Format): string {
  return format.money(Math.abs(changeOf(step)))
}

/** `saves $1,719 of spend and loses $421 of revenue a day (D30)`; null without a price. */
function moneyWords(step: Step, format: Format): string | null {
  const {
    spendChange,
    revenueChange,
    revenueChangeLow: low,
    revenueChangeHigh: high,
    bounds,
    targetDsi,
  } = step
  if (spendChange === null || low === null || high === null) return null
  const isMore = step.direction === 'more'
  const spend = format.money(Math.abs(spendChange))
  const change = bounds ? (isMore ? high : low) : revenueChange
  if (change === null) return null
  const amount = format.money(Math.abs(change))
  const grows = bounds ? isMore : change >= 0
  const verb = grows ? (isMore ? 'brings' : 'adds') : 'loses'
  const revenue =
    amount === format.money(0)
      ? `${isMore ? 'brings' : 'loses'} no`
      : `${verb} ${bounds ? 'at most ' : ''}${amount} of`
  return `${isMore ? `spends ${spend} more` : `saves ${spend} of spend`} and ${revenue} revenue a day (D${targetDsi})`
}

/** `worth $1,051 at your target ($972 to $1,124 in 80% of cases)`, and the record of such calls if it is doubtful. */
function worthWords(step: Step, format: Format): string {
  const { gain, gainLow, gainHigh } = step
  const range = rangeWords(gainLow!, gainHigh!, format)
  const worth =
    gain === null
      ? `${range} at your target`
      : `${format.money(gain)} at your target (${range} in 80% of cases)`
  const doubt = doubtOf(step, format)
  return `worth ${worth}${doubt === null ? '' : `; of ${format.count(step.judged)} such calls, ${doubt}`}`
}

/** Below this share of right money, the words also say how often such calls were right. */
const DOUBTFUL = 0.6

/** `45% of the money was right`; null if the record supports the price, or is too short. */
export function doubtOf({ rightShare }: Pick<Step, 'rightShare'>, format: Format): string | null {
  return rightShare === null || rightShare >= DOUBTFUL
    ? null
    : `${format.share(rightShare)} of the money was right`
}

/** `$2,219 to $2,961` */
export function rangeWords(low: number, high: number, format: Format): string {
  const [from, to] = [format.money(low), format.money(high)]
  return from === to ? from : `${from} to ${to}`
}

const CURRENCIES: Record<string, string> = { USD: 'dollar', EUR: 'euro', GBP: 'pound', JPY: 'yen' }

/** Why nothing changes; the decision precedes it. */
const REASONS: Record<Reason, Words> = {
  no_cost: () => 'it has paid installs, but no spend',
  no_installs: () => 'it has spend, but no paid installs',
  attribution: () => 'its installs were attributed wrongly',
  outage: () => 'an outage covers its install dates',
  no_target: () => 'it has no target ROAS',
  withheld: () => 'the run withholds forecasts of the target DSI',
  no_prediction: () => 'it has no predicted ROAS',
  within_band: () => 'on target',
  unsure: () => 'the forecast is too unsure to act on',
  too_small: () => 'too little spend for a step',
  moved: () => 'its spend already moved',
  newest_days_differ: () => 'its newest days differ',
  next_unit_below_target: (_, format) =>
    `the next ${CURRENCIES[format.currency] ?? 'unit of spend'} returns less than the target`,
  budget_spent: ({ step: { budget } }, format) =>
    `${ownerWords(budget!)} is on course to spend its whole ${format.monthName(budget!.month)} budget`,
  app_brake: () => 'other raises come first',
  paced: () => 'its bid target is too new',
  held: () => 'the suggested spend stays where it is',
  unknown_response: () => 'its response to spend is not known',
}

/** Figures behind a reason; null if unknown. */
const FIGURES: Partial<Record<Reason, (step: Step, format: Format) => string | null>> = {
  moved: () => 'its last 3 days follow the call',
  paced: () => 'it waits until that is 14 days old',
  newest_days_differ: ({ newest, targetRoas }, format) =>
    newest &&
    `${format.roas(newest.roas)} for ${format.range(newest.startDate, newest.endDate)}, the target is ${format.roas(targetRoas)}`,
  next_unit_below_target: ({ nextRoas, targetRoas }, format) =>
    nextRoas === null ? null : `${format.roas(nextRoas)} against ${format.roas(targetRoas)}`,
  app_brake: ({ brake }, format) =>
    brake && `they take the app to ${format.rate(brake.dailySpend)}, its limit for now`,
}

/** `Google Ads on iOS` */
function ownerWords({ platform, network, campaign }: NonNullable<Step['budget']>): string {
  const name = campaign ?? network
  if (platform === null) return name ?? 'the app'
  return name === null ? platformName(platform) : `${name} on ${platformName(platform)}`
}

/** `Canada`, `the United States` */
function countryWords(country: string): string {
  if (country === 'Unknown') return 'unknown countries'
  const name = regionName(country)
  return /^United|Islands|^(Netherlands|Philippines|Bahamas|Maldives)/.test(name)
    ? `the ${name}`
    : name
}
