import type { Group } from './use-app.ts'
import type { Measure } from './measures.ts'
import { explain, sum } from '../../../core/formulas/sums.ts'

/** A group's contribution to the change of the total. */
export interface Cause {
  name: string
  label: string
  now: number | null
  before: number | null
  /** By the group's own ratio; for amounts, its change. Null: unknown. */
  rate: number | null
  /** By its share of spend or installs; null for amounts. */
  mix: number | null
  /** `rate` and `mix` together. */
  part: number | null
}

/** Each group's contribution to the change of the measure, largest first; empty if it cannot be divided. */
export function causesOf(groups: readonly Group[], measure: Measure): Cause[] {
  const compared = groups.flatMap(({ name, label, pair: { now, before } }) =>
    before === null ? [] : [{ name, label, now, before }],
  )
  if (compared.length < groups.length) return []
  const { ratio } = measure
  const parts =
    ratio !== null
      ? explain(compared.map(({ now, before }) => ({ now: ratio(now), before: ratio(before) })))
      : measure.adds
        ? compared.map(({ now, before }) => partOfSum(measure.of(now), measure.of(before)))
        : null
  if (parts === null || (ratio !== null && parts.every(part => part?.mix === null))) return []
  return compared
    .map(({ name, label, now, before }, index) => {
      const { rate = null, mix = null } = parts[index] ?? {}
      return {
        name,
        label,
        now: measure.of(now),
        before: measure.of(before),
        rate,
        mix: ratio === null ? null : mix,
        part: rate === null ? null : rate + (mix ?? 0),
      }
    })
    .sort((a, b) => Math.abs(b.part ?? 0) - Math.abs(a.part ?? 0))
}

function partOfSum(
  now: number | null,
  before: number | null,
): { rate: number; mix?: number } | null {
  return now === null || before === null ? null : { rate: now - before }
}

/** Sum of a column of causes; null if none is known. */
export function sumOf(causes: readonly Cause[], column: 'rate' | 'mix' | 'part'): number | null {
  const known = causes.flatMap(({ [column]: value }) => value ?? [])
  return known.length === 0 ? null : sum(known)
}
