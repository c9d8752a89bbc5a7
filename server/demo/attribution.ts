import type { Platform } from '../../generated/vocabulary/vocabulary.ts'
import { figures, money, percent } from '../forecast/model/alert-rules.ts'
import type { AlertTexts } from '../forecast/model/judged.ts'
import { dateOf } from '../model/days.ts'
import type { App } from './apps.ts'
import type { Cohort } from './cohorts.ts'

/** Days on which a platform's paid installs turned into organic ones, against as many days before. */
export interface BrokenAttribution {
  platform: Platform
  /** Both included. */
  from: number
  to: number
  /** Per day of the broken days, and of those before. */
  now: Installs
  before: Installs
}

interface Installs {
  spend: number
  paid: number
  organic: number
}

/** Days that bet lookback ranges can hold, and the days before them that say how much is usually attributed. */
const RECENT = 14
const USUAL = 28

/** Share of the usual attribution below which a day is broken, and how many such days count. */
const BROKEN_BELOW = 0.75
const MIN_DAYS = 3

/** Paid installs must fall at least this far, and all installs together stay about as many: otherwise less was bought, or more came. */
const MIN_FALL = 0.15
const FLAT = 0.1

/** Platforms whose attribution broke within the days that a run with installs up to `day` judges by. */
export function brokenAttribution(cohorts: readonly Cohort[], day: number): BrokenAttribution[] {
  const platforms = new Map<Platform, Map<number, Installs>>()
  for (const cohort of cohorts) {
    const { platform } = cohort.segment.campaign
    if (platform === null || cohort.day > day || cohort.day <= day - RECENT - USUAL) continue
    const days = platforms.get(platform) ?? new Map<number, Installs>()
    platforms.set(platform, days)
    const sums = days.get(cohort.day) ?? { spend: 0, paid: 0, organic: 0 }
    days.set(cohort.day, {
      spend: sums.spend + cohort.spend,
      paid: sums.paid + cohort.paidInstalls,
      organic: sums.organic + cohort.fullBlendedInstalls - cohort.paidInstalls,
    })
  }
  return [...platforms].flatMap(([platform, days]) => {
    const usual = median(daysFrom(days, day - RECENT - USUAL + 1, day - RECENT).map(attributed))
    const broken = [...days].filter(([on, sums]) => on > day - RECENT && attributed(sums) < BROKEN_BELOW * usual).map(([on]) => on)
    if (broken.length < MIN_DAYS) return []
    const [from, to] = [Math.min(...broken), Math.max(...broken)]
    const now = perDay(daysFrom(days, from, to))
    const before = perDay(daysFrom(days, from - (to - from + 1), from - 1))
    const { paid, total } = changes({ now, before })
    return paid < -MIN_FALL && Math.abs(total) < FLAT ? [{ platform, from, to, now, before }] : []
  })
}

/** The alert's texts; `dailySpend` is the platform's that the run judges. */
export function attributionTexts({ platform, from, to, now, before }: BrokenAttribution, app: App, spendShare: number): AlertTexts {
  const { paid, organic } = changes({ now, before })
  return {
    ...figures('attribution', Math.round(now.paid), Math.round(before.paid)),
    title: `Attribution: paid installs ${moved(paid)}, organic ${moved(organic)}, total flat`,
    summary: `${platform}, ${dateOf(from)} to ${dateOf(to)}: ${count(now.paid)} paid installs a day, ${count(before.paid)} before.`,
    detail:
      `Organic installs rose from ${count(before.organic)} to ${count(now.organic)} a day: attribution fails, users still come. ` +
      'These install dates are left out of forecasts, predictions and other alerts.',
    spend_detail: `${money(now.spend, app)} a day is judged by wrong counts, ${percent(spendShare)} of the app's spend.`,
    recommended_action: `Check the attribution SDK on ${platform}. Leave bids and budgets as they are until these install dates are out of the bet lookback range.`,
  }
}

/** Share of installs that are attributed. */
function attributed({ paid, organic }: Installs): number {
  return paid + organic > 0 ? paid / (paid + organic) : 1
}

function changes({ now, before }: Pick<BrokenAttribution, 'now' | 'before'>): { paid: number; organic: number; total: number } {
  return {
    paid: now.paid / before.paid - 1,
    organic: now.organic / before.organic - 1,
    total: (now.paid + now.organic) / (before.paid + before.organic) - 1,
  }
}

function daysFrom(days: ReadonlyMap<number, Installs>, from: number, to: number): Installs[] {
  return [...days].flatMap(([day, sums]) => (day >= from && day <= to ? [sums] : []))
}

function perDay(days: readonly Installs[]): Installs {
  const mean = (of: keyof Installs) => days.reduce((sum, day) => sum + day[of], 0) / Math.max(1, days.length)
  return { spend: mean('spend'), paid: mean('paid'), organic: mean('organic') }
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function moved(change: number): string {
  return `${change < 0 ? 'down' : 'up'} ${Math.round(Math.abs(change) * 100)} %`
}

function count(installs: number): string {
  return Math.round(installs).toLocaleString('en-US')
}
