import { scaleLinear } from 'd3-scale'

/** Colours for how far a value lies from others: low is orange, high is blue, for every eye, and the value stands beside them. */

/** How much colour at most, so that text stays readable on it, in percent. */
const MOST = 46

/** The background of a share from -1 (lowest) over 0 (plain) to 1 (highest). */
export function divergingColour(share: number): string {
  const amount = Math.round(Math.min(1, Math.abs(share)) * MOST)
  return `color-mix(in srgb, var(${share < 0 ? '--heat-low' : '--heat-high'}) ${amount}%, var(--ground))`
}

/** The background of a share from 0 to 1. */
function sequentialColour(share: number): string {
  return divergingColour(Math.max(0, share) * 0.85)
}

/** Colours of a column: around a centre where there is one that means something, else from its least to its greatest. */
export function heatOf(values: readonly (number | null)[], centre?: number | null): (value: number | null) => string | undefined {
  const known = values.filter(value => value !== null)
  if (known.length < 2) return () => undefined
  if (centre !== undefined && centre !== null && centre > 0) {
    const spread = spreadAround(known, centre)
    return value => (value === null ? undefined : divergingColour((value / centre - 1) / spread))
  }
  let [least, greatest] = [Infinity, -Infinity]
  for (const value of known) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)]
  if (greatest <= least) return () => undefined
  return value => (value === null ? undefined : sequentialColour((value - least) / (greatest - least)))
}

/** How far from the centre, as a ratio, a colour is at its fullest: where nine in ten of the values lie within, but never less than a tenth. */
export function spreadAround(values: readonly number[], centre: number): number {
  const distances = values.map(value => Math.abs(value / centre - 1)).sort((a, b) => a - b)
  return Math.max(0.1, distances[Math.floor(distances.length * 0.9)] ?? 0)
}

/** Where values stand, in px from the top, and the values that are written beside them. */
export interface ValueScale {
  at: (value: number) => number
  ticks: readonly number[]
  least: number
  greatest: number
}

/** A scale from `least` to `greatest`, widened to round values, over a height whose top is at `top` and whose bottom is at `bottom`. */
export function valueScale(least: number, greatest: number, top: number, bottom: number): ValueScale {
  const count = Math.max(2, Math.min(6, Math.floor((bottom - top) / 36)))
  const scale = scaleLinear([least, greatest > least ? greatest : least + 1], [bottom, top]).nice(count)
  const [first = least, last = greatest] = scale.domain()
  return { at: value => round(scale(value)), ticks: scale.ticks(count), least: first, greatest: last }
}

/** Paths need no more than tenths of a px. */
export function round(px: number): number {
  return Math.round(px * 10) / 10
}
