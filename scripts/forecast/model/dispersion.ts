import type { Revenue } from '../facts.ts'

const BLOCK = 7
/** About so many cells are enough to know it within a percent or two; of more, as many are drawn, always the same. */
const SAMPLE = 150_000

/** What a cell's revenue is compared with: its expected revenue up to age n is `scale[i]` x `curve[offset[i] + n]`. */
export interface Expected {
  cells: number
  /** Earlier cells are left out. */
  from: number
  /** Ages that are known, per cell. */
  age: Int32Array
  scale: Float64Array
  curve: Float64Array
  offset: Int32Array
}

/**
 * The dispersion phi = variance over mean, over cells x 7-day blocks of ages (the last of a cell as long as it is): sum (x - mu)^2 / (mu + k) over sum mu / (mu + k).
 * With k = 0 that is the mean of (x - mu)^2 / mu, which blocks that hardly expect anything make useless; the weight mu / (mu + k) takes those by
 * their expectation, and large ones equally.
 * @param k Money; about phi itself
 */
export function dispersion(
  { cells, from: first, age, scale, curve, offset }: Expected,
  { start, age: ages, gross }: Revenue,
  k: number,
): number {
  let squares = 0
  let weights = 0
  const drawn = cells - first > SAMPLE ? (SAMPLE / (cells - first)) * 2 ** 32 : 2 ** 32
  for (let i = first; i < cells; i++) {
    // Scattered: cells of a campaign stand at even distances.
    if (Math.imul(i, 0x9e3779b1) >>> 0 >= drawn) continue
    const last = age[i]!
    const factor = scale[i]!
    const base = offset[i]!
    let row = start[i]!
    const end = start[i + 1]!
    let before = 0
    for (let from = 0; from <= last; from += BLOCK) {
      const to = Math.min(last, from + BLOCK - 1)
      let x = 0
      while (row < end && ages[row]! <= to) x += gross[row++]!
      const m = factor * curve[base + to]!
      const mu = m - before
      before = m
      if (mu <= 0) continue
      squares += ((x - mu) * (x - mu)) / (mu + k)
      weights += mu / (mu + k)
    }
  }
  return weights > 0 ? squares / weights : 0
}
