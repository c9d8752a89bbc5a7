import { distanceWords } from '../../views/parts/words.ts'
import type { Cause } from './causes.ts'
import type { Measure } from './measures.ts'
import type { Format } from '../../views/parts/format.ts'

export type Course = 'fell' | 'rose' | 'held'

/** Which way a measure went, by what is written of it. */
export function courseOf(measure: Measure, now: number | null, before: number | null): Course | null {
  if (now === null || before === null) return null
  if (measure.part(now - before) === measure.part(0)) return 'held'
  return now < before ? 'fell' : 'rose'
}

/** `2.6 points`, `3.4%`, `9 days`: how far, without direction. */
export function distanceOf(measure: Measure, now: number, before: number): string {
  const text = (measure.change(now, before) ?? measure.part(now - before)).replace(/^[−+]/, '')
  return text.replace(/ pts$/, text === '1.0 pts' ? ' point' : ' points')
}

/** Contributions named in the heading. */
const NAMED = 2

/** A contribution below this share of the first is not worth naming. */
const LEAST = 0.15

interface Situation {
  measure: Measure
  now: number | null
  before: number | null
  causes: readonly Cause[]
  /** For the whole app; null if none applies. */
  target: number | null
  /** Whether a comparison was asked for. */
  isCompared: boolean
  format: Format
}

/** The answer as a sentence: what changed and from where. */
export function headingOf({ measure, now, before, causes, target, isCompared, format }: Situation): string {
  const { label } = measure
  if (now === null) return `${label} ${measure.missing}`
  const course = courseOf(measure, now, before)
  if (!isCompared || course === null || before === null) {
    const distance = target === null ? '' : `, ${distanceWords(now / target, format)}`
    return `${label} is ${measure.write(now)}${distance}`
  }
  if (course === 'held') return `${label} held at ${measure.write(now)}`
  const sameWay = causes.filter(({ part }) => part !== null && part !== 0 && part < 0 === now < before)
  const largest = Math.abs(sameWay[0]?.part ?? 0)
  const named = sameWay.slice(0, NAMED).filter(({ part }) => measure.part(part!) !== measure.part(0) && Math.abs(part!) >= LEAST * largest)
  const sources = named.map(({ label: name, part }) =>
    measure.ratio === null ? `${name} ${measure.part(part!)}` : `${measure.part(part!).replace(/^[−+]/, '')} from ${name}`,
  )
  return `${label} ${course} ${distanceOf(measure, now, before)}${sources.length === 0 ? '' : `: ${sources.join(', ')}`}`
}
