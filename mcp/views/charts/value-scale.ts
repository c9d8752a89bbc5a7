import { scaleLinear } from 'd3-scale'

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
