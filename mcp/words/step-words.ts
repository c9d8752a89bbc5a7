import type { components } from '../../generated/types.ts'
import type { Format } from './format.ts'
import { platformName, regionName } from './names.ts'

type Known = components['schemas']['Step']
type Kind = Known['kind']
type Reason = NonNullable<Known['reason']>

/** A step of this service, or of a later version with more kinds. */
type Step = Omit<Known, 'kind' | 'direction' | 'reason' | 'budget'> & {
  kind: string
  direction: string
  reason: string | null
  budget: { platform: string | null; network: string | null; campaign: string | null; month: string } | null
}

/** The parts of a recommendation that describe its step. ROAS are of the deciding types. */
export interface StepSubject {
  step: Step
  country: string
  optimisationDsi: number
  targetRoas: number | null
  predictedRoas: number | null
  marginalRoas: number | null
  responseHigh: number | null
}

/** A sentence without its full stop: the action, and its value. */
export function stepWords(subject: StepSubject, format: Format): string {
  const words = (KINDS[subject.step.kind as Kind] ?? unknownWords)(subject, format)
  const price = priceWords(subject.step, format)
  return price === null ? words : `${words}: ${price}`
}

const DIRECTIONS: Record<string, string> = { more: 'buys more', less: 'buys less' }

export function directionWords(direction: string): string {
  return DIRECTIONS[direction] ?? 'no change'
}

type Words = (subject: StepSubject, format: Format) => string

const KINDS: Record<Kind, Words> = {
  bid_target: ({ step: { from, to, direction }, optimisationDsi: dsi }, format) =>
    `${to! > from! ? 'Raise' : 'Lower'} the D${dsi} ROAS target from ${format.roas(from)} to ${format.roas(to)}, which ${directionWords(direction)}`,
  budget: ({ step }, format) => `${step.direction === 'more' ? 'Raise' : 'Cut'} the daily budget by ${amountOf(step, format)}`,
  test: ({ step }, format) =>
    `Raise the daily budget by ${format.share(step.to! / step.from! - 1)} (${amountOf(step, format)}) for 7 days, then set it back, to learn the response`,
  country: ({ step, country }, format) =>
    `Spend ${amountOf(step, format)} a day ${step.direction} in ${countryWords(country)} (${step.direction === 'more' ? '' : 'exclude it or '}give it a campaign of its own)`,
  keep: (subject, format) => `Keep: ${reasonWords(subject, format)}`,
  check_data: (subject, format) => `Check the data: ${reasonWords(subject, format)}`,
  stopped: () => 'Stopped: it spends nothing any more',
}

/** The sentence for a kind that this version does not know. */
const unknownWords: Words = ({ step: { kind, reason } }) => (reason ?? kind).replaceAll('_', ' ')

function reasonWords(subject: StepSubject, format: Format): string {
  return (REASONS[subject.step.reason as Reason] ?? unknownWords)(subject, format)
}

function amountOf({ from, to }: Step, format: Format): string {
  return format.money(Math.abs(to! - from!))
}

/** `loses at most $696 of revenue a day, so it is worth $2,219 to $2,961 a day at the target`; null without a price. */
function priceWords(step: Step, format: Format): string | null {
  const { revenueChange, revenueChangeLow: low, revenueChangeHigh: high, gain, gainLow, gainHigh, bounds } = step
  if (low === null || high === null) return null
  const isMore = step.direction === 'more'
  const amount = format.money(Math.abs(bounds ? (isMore ? high : low) : revenueChange!))
  const nothing = amount === format.money(0)
  const revenue = nothing
    ? `${isMore ? 'brings' : 'loses'} no revenue`
    : `${isMore ? 'brings' : revenueChange !== null && revenueChange > 0 ? 'adds' : 'loses'} ${bounds ? 'at most ' : ''}${amount} of revenue a day`
  const range = rangeWords(gainLow!, gainHigh!, format)
  const worth = gain === null ? `${range} a day at the target` : `${format.money(gain)} a day at the target (${range} in 80% of cases)`
  return `${revenue}, so it is worth ${worth}`
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
  attribution: () => 'its installs were attributed wrongly',
  outage: () => 'an outage covers its install dates',
  no_target: () => 'it has no target ROAS',
  withheld: () => 'the run withholds forecasts of the target DSI',
  no_prediction: () => 'it has no predicted ROAS',
  within_band: () => 'it is on target',
  unsure: () => 'the forecast is too unsure to act on',
  too_small: () => 'it spends too little for a step',
  moved: () => 'its spend has moved this way in the last 3 days',
  next_unit_below_target: ({ targetRoas: target, predictedRoas, marginalRoas: marginal, responseHigh: high }, format) => {
    const isKnown = marginal !== null && target !== null && marginal < target
    const returns = isKnown ? format.roas(marginal) : `at most ${format.roas((high ?? 0) * (predictedRoas ?? 0))}`
    return `above target on average, but the next ${CURRENCIES[format.currency] ?? 'unit of spend'} returns ${returns}, the target is ${format.roas(target)}`
  },
  budget_spent: ({ step: { budget } }, format) =>
    `${ownerWords(budget!)} is on course to spend its whole ${format.monthName(budget!.month)} budget`,
  bid_against_action: ({ targetRoas, predictedRoas }) =>
    (predictedRoas ?? 0) > (targetRoas ?? 0)
      ? 'above target, but the recommended bid target buys less'
      : 'below target, but the recommended bid target buys more',
  paced: () => 'its bid target is at the recommended one, which pacing moves in steps',
  held: () => 'the suggested spend stays where it is',
  unknown_response: () => 'above target, but its response to spend is not known',
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
  return /^United|Islands|^(Netherlands|Philippines|Bahamas|Maldives)/.test(name) ? `the ${name}` : name
}
