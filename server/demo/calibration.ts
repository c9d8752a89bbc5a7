import type { Action } from '../../generated/vocabulary/vocabulary.ts'
import { calibrate, type Calibration as Curve, identity, recalibrated } from '../forecast/model/confidence.ts'
import { HALF_WIDTH } from '../forecast/model/outcome.ts'
import { classifyAction } from '../model/classification.ts'
import type { Campaign } from './campaign.ts'
import type { Cohort } from './cohorts.ts'
import { cumulativeNormal } from './payers.ts'
import { lookbackOf, revenueOf, thresholdOf } from './outcomes.ts'

/** The deciding ROAS: what is known of it, and what is expected on top, a log-normal of that mean. */
export interface Outlook {
  known: number
  future: number
  /** Standard deviation of the logarithm. */
  deviation: number
}

/** A recommendation before its certainty is known. */
export interface Judged {
  campaign: Campaign
  dailySpend: number
  action: Action
  target: number
  threshold: number
  outlook: Outlook
}

/** A recommendation of a run; its outlook is null where nothing can be said. */
export interface Made extends Pick<Judged, 'campaign' | 'dailySpend' | 'action' | 'target'> {
  day: number
  spend: number
  outlook: Outlook | null
}

export interface Certainty {
  confidence: number
  low: number
  high: number
}

/** A recommendation whose outcome is waited for, or known: by how many deviations it erred, and whether its action was right. */
interface Decision extends Judged {
  cohorts: readonly Cohort[]
  /** The day on which its cohorts are complete. */
  due: number
  group: Group
  width: number
  probability: number
  day: number
  spend: number
  outcome?: { deviations: number; right: boolean }
}

/** Campaigns of a platform above or below its median daily spend. */
type Group = `${string} ${'large' | 'small'}`

const SHARE = 0.8
/** Days of decisions that say which campaigns are large. */
const SIZES = 28
/** Weight of the other groups' outcomes, in decisions of the group. */
const PRIOR = 12
const LONGEST = 6
/** How much a group's intervals widen when all of a run's outcomes miss them (adaptive conformal inference, Gibbs and Candès 2021). */
const STEP = 0.3

/** Learns from the outcomes of earlier recommendations how sure the next ones are. It uses no cohort before its day. */
export class Calibration {
  readonly #waiting: Decision[] = []
  readonly #known: Decision[] = []
  #medians = new Map<string, number>()
  #widths = new Map<Group, number>()
  #width = HALF_WIDTH
  #curve: Curve = identity()
  readonly #offsets = new Map<Group, number>()

  certaintyOf(judged: Judged): Certainty {
    const { outlook } = judged
    const group = this.#groupOf(judged)
    const width = this.#widthOf(group)
    const at = (deviations: number) =>
      outlook.known + outlook.future * Math.exp(outlook.deviation * deviations - outlook.deviation ** 2 / 2)
    const logit = (p: number) => Math.log(p / (1 - p))
    const p = recalibrated(this.#curve, probabilityOf(judged, width / HALF_WIDTH))
    const shifted = 1 / (1 + Math.exp(-logit(Math.min(0.999, Math.max(0.001, p))) - (this.#offsets.get(group) ?? 0)))
    return { confidence: Math.min(0.99, Math.max(0.01, 2 * shifted - 1)), low: at(-width), high: at(width) }
  }

  /** Remembers a campaign's recommendation until its outcome is known. */
  add({ outlook, day, spend, ...row }: Made, cohorts: readonly Cohort[]): void {
    if (outlook === null || spend <= 0) return
    const { campaign, dailySpend, action, target } = row
    const { app } = campaign
    const judged = { campaign, dailySpend, action, target, threshold: thresholdOf(app), outlook }
    const group = this.#groupOf(judged)
    this.#waiting.push({
      ...judged,
      cohorts,
      day,
      spend,
      due: day - lookbackOf(campaign).start + app.targetDsi,
      group,
      width: this.#widthOf(group),
      probability: probabilityOf(judged, this.#widthOf(group) / HALF_WIDTH),
    })
  }

  /** Takes notice of the outcomes known by the end of `day`. */
  learn(day: number): void {
    const due = this.#waiting.filter(decision => decision.due <= day)
    this.#medians = medianSpends([...this.#known, ...this.#waiting].filter(decision => decision.day > day - SIZES))
    if (due.length === 0) return
    for (const decision of due) {
      this.#waiting.splice(this.#waiting.indexOf(decision), 1)
      this.#known.push(decision)
      const { campaign, cohorts, spend, outlook, target, threshold, action } = decision
      const actual = cohorts.reduce((sum, cohort) => sum + revenueOf(cohort, campaign.app.targetDsi), 0) / spend
      const more = Math.max(1e-9, actual - outlook.known)
      decision.outcome = {
        deviations: outlook.deviation > 0 ? Math.log(more / outlook.future) / outlook.deviation + outlook.deviation / 2 : 0,
        right: classifyAction(actual, target, threshold) === action,
      }
    }
    this.#width = widthOf(this.#known, HALF_WIDTH)
    for (const group of new Set(due.map(decision => decision.group))) {
      const own = due.filter(decision => decision.group === group)
      const missed = shareOf(own, ({ outcome, width }) => Math.abs(outcome!.deviations) > width)
      this.#widths.set(group, (this.#widths.get(group) ?? 1) * Math.exp(STEP * (missed - (1 - SHARE))))
    }
    this.#curve = calibrate(this.#known.map(({ probability, outcome }) => ({ probability, right: outcome!.right })))
    for (const group of new Set(due.map(decision => decision.group))) this.#offsets.set(group, this.#offsetOf(group))
  }

  /** How much surer, or less sure, a group is than all campaigns: one step of Newton's method, in logits. */
  #offsetOf(group: Group): number {
    let [surplus, weight] = [0, PRIOR]
    for (const decision of this.#known) {
      if (decision.group !== group) continue
      const p = recalibrated(this.#curve, decision.probability)
      surplus += (decision.outcome!.right ? 1 : 0) - p
      weight += p * (1 - p)
    }
    return surplus / weight
  }

  #widthOf(group: Group): number {
    return this.#width * (this.#widths.get(group) ?? 1)
  }

  #groupOf({ campaign, dailySpend }: Pick<Judged, 'campaign' | 'dailySpend'>): Group {
    const platform = String(campaign.platform)
    return `${platform} ${dailySpend >= (this.#medians.get(platform) ?? campaign.app.budget) ? 'large' : 'small'}`
  }
}

function shareOf(decisions: readonly Decision[], of: (decision: Decision) => boolean): number {
  const sum = (list: readonly Decision[]) => list.reduce((total, { spend }) => total + spend, 0)
  return sum(decisions.filter(of)) / sum(decisions)
}

/** Deviations that 80 % of the spend stayed within, shrunk to `usual`. */
function widthOf(known: readonly Decision[], usual: number): number {
  const sorted = known
    .map(({ outcome, spend }) => ({ size: Math.min(LONGEST, Math.abs(outcome!.deviations)), spend }))
    .sort((one, other) => one.size - other.size)
  const mean = sorted.reduce((sum, { spend }) => sum + spend, 0) / sorted.length
  const all = [...sorted, { size: usual, spend: 0 }].sort((one, other) => one.size - other.size)
  const total = mean * (sorted.length + PRIOR)
  let sum = 0
  for (const { size, spend } of all) {
    // Prior decisions lie evenly on both sides of the usual width.
    sum += spend + (size === usual ? PRIOR * mean * SHARE : 0)
    if (sum >= SHARE * total) return size
  }
  return usual
}

function medianSpends(decisions: readonly Decision[]): Map<string, number> {
  const platforms = new Map<string, number[]>()
  for (const { campaign, dailySpend } of decisions) {
    const platform = String(campaign.platform)
    platforms.set(platform, [...(platforms.get(platform) ?? []), dailySpend])
  }
  return new Map([...platforms].map(([platform, spends]) => [platform, spends.sort((a, b) => a - b)[Math.floor(spends.length / 2)]!]))
}

/** Probability that the outcome asks for the same action. */
function probabilityOf({ action, target, threshold, outlook }: Judged, spread: number): number {
  const deviation = outlook.deviation * spread
  const below = (roas: number): number => {
    const more = roas - outlook.known
    if (more <= 0) return 0
    if (deviation === 0) return outlook.future < more ? 1 : 0
    return cumulativeNormal((Math.log(more / outlook.future) + deviation ** 2 / 2) / deviation)
  }
  const [low, high] = [below(target * (1 - threshold)), below(target * (1 + threshold))]
  return action === 'REDUCE' ? low : action === 'SCALE' ? 1 - high : high - low
}
