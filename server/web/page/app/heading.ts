import { isolate } from '../../../core/words/isolate.ts'
import type { Format } from '../../parts/use-format.ts'
import { sideOf } from '../../../core/model/classification.ts'
import { distanceWords } from '../../parts/words.ts'
import type { Cause } from './causes.ts'
import type { Measure } from './measures.ts'

/** `2.6 points`, `3.4%`, `9 days`: the size of a change, without direction. */
export function distanceOf(measure: Measure, now: number, before: number): string {
  const text = (measure.change(now, before) ?? measure.part(now - before)).replace(/^[−+]/, '')
  return text.replace(/ pts$/, text === '1.0 pts' ? ' point' : ' points')
}

/** Whether a change is too small to be displayed: of days, that of the rounded values. */
function isHeld(measure: Measure, now: number, before: number): boolean {
  return (
    measure.part(now - before) === measure.part(0) ||
    measure.change(now, before) === measure.change(now, now)
  )
}

/**
 * The only wording of a change: `D30 ROAS fell 2.6 points`, `Payback is 11 days sooner`, `The loss grew by $5,000`.
 * @param subject start of the sentence
 */
export function courseWords(
  measure: Measure,
  now: number,
  before: number,
  subject = measure.label,
): string {
  if (isHeld(measure, now, before)) return `${subject} held at ${measure.write(now)}`
  const distance = distanceOf(measure, now, before)
  const course = now < before ? 'fell' : 'rose'
  switch (measure.metric) {
    case 'payback':
      return `${subject} is ${distance} ${now < before ? 'sooner' : 'later'}`
    case 'cpi':
      return `${subject} ${course} ${distance}, ${now < before ? 'cheaper' : 'dearer'}`
    case 'profit': {
      const size = (value: number) => measure.write(Math.abs(value))
      if (now < 0 && before < 0)
        return `The loss ${now < before ? 'grew' : 'shrank'} by ${distance} to ${size(now)}`
      if (now < 0 || before < 0)
        return `A ${before < 0 ? 'loss' : 'profit'} of ${size(before)} became a ${now < 0 ? 'loss' : 'profit'} of ${size(now)}`
      return `${subject} ${course} by ${distance}`
    }
    default:
      return `${subject} ${course} ${distance}`
  }
}

/** Maximum contributions named in the heading. */
const NAMED = 3

/** Minimum share of the largest contribution for being named. */
const LEAST = 0.15

/** Minimum share of the value for naming contributions that cancel each other. */
const LEAST_HELD = 0.02

interface Situation {
  measure: Measure
  now: number | null
  /** End of the sentence if `now` is null. */
  missing: string
  before: number | null
  causes: readonly Cause[]
  /** For the whole app; null if none applies. */
  target: number | null
  /** Whether a comparison was requested. */
  isCompared: boolean
  format: Format
  /** Half-width of the HOLD band, as a share of target. */
  actionThreshold: number
}

/** The result in words: first what is off target, then what changed, and the largest causes of either sign. */
export function headingOf({
  measure,
  now,
  missing,
  before,
  causes,
  target,
  isCompared,
  format,
  actionThreshold,
}: Situation): string {
  const { label } = measure
  if (now === null) return `${label} ${missing}`
  const share = target === null || target <= 0 ? null : now / target
  if (!isCompared || before === null)
    return `${label} is ${measure.write(now)}${share === null ? '' : `, ${distanceWords(share, format)}`}`
  const isOff = share !== null && sideOf(share, actionThreshold) !== 'held'
  const sources = sourcesOf(measure, now, before, causes)
  const course = `${courseWords(measure, now, before, isOff ? 'It' : label)}${sources === '' ? '' : `: ${sources}`}`
  return isOff ? `${label} is ${distanceWords(share, format)}. ${course}` : course
}

/** `Google Ads +2.2, Apple Search Ads +1.5, TikTok −3.0`: the largest, those of the change's own direction first. */
function sourcesOf(
  measure: Measure,
  now: number,
  before: number,
  causes: readonly Cause[],
): string {
  const known = causes.flatMap(({ label, part }) =>
    part === null || measure.part(part) === measure.part(0) ? [] : [{ label, part }],
  )
  const largest = Math.abs(known[0]?.part ?? 0)
  if (causes.length < 2 || (isHeld(measure, now, before) && largest < LEAST_HELD * Math.abs(now)))
    return ''
  const named = known.filter(({ part }) => Math.abs(part) >= LEAST * largest).slice(0, NAMED)
  const isSameWay = ({ part }: { part: number }) => part < 0 === now < before
  return [...named.filter(isSameWay), ...named.filter(item => !isSameWay(item))]
    .map(({ label, part }) => `${isolate(label)} ${measure.part(part)}`)
    .join(', ')
}
