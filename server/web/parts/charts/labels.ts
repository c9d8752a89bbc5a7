/** Places labels so that they never overlap. Positions and widths in px. */

/** Width of a label of 11 to 12 px type: wide enough for any digit, Latin letter or, counted double, CJK character. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text)
    width += character.codePointAt(0)! > 0x2e7f ? 12.5 : '%@MW₩'.includes(character) ? 10.5 : 7
  return width
}

/**
 * Separates labels of one column: at least `gap` between neighbors, within `top` and `bottom`, in order, and as near to their positions as
 * that allows: labels that would touch share the mean of their positions (least squares, by pooling adjacent violators).
 */
export function spreadLabels(
  at: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): number[] {
  const order = [...at.entries()].sort(([a, x], [b, y]) => x - y || a - b)
  const pools: number[][] = []
  order.forEach(([, x], rank) => {
    let pool = [x - rank * gap]
    while (pools.length > 0 && mean(pools.at(-1)!) > mean(pool)) pool = [...pools.pop()!, ...pool]
    pools.push(pool)
  })
  const starts = pools.flatMap(pool => pool.map(() => mean(pool)))
  const limit = bottom - (at.length - 1) * gap
  const placed = [...at]
  order.forEach(([index], rank) => {
    placed[index] = Math.max(top, Math.min(limit, starts[rank]!)) + rank * gap
  })
  return placed
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The nearest position that keeps `gap` from the labels of its column; the wished one if none does. */
export function placeLabel(
  wished: number,
  taken: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): number {
  return (
    [wished, ...taken.flatMap(at => [at - gap, at + gap])]
      .filter(at => at >= top && at <= bottom && taken.every(other => Math.abs(other - at) >= gap))
      .sort((a, b) => Math.abs(a - wished) - Math.abs(b - wished))[0] ?? wished
  )
}

interface PlacedLabel {
  index: number
  /** Left edge. */
  x: number
}

/**
 * Labels below an axis: the first, the last, and as many evenly spaced ones as fit with `gap` between them. A label is centered on its position
 * if it stays within 0 and `width`.
 */
export function thinLabels(
  at: readonly number[],
  texts: readonly string[],
  width: number,
  gap = 10,
): PlacedLabel[] {
  const last = at.length - 1
  if (last < 0) return []
  const labelAt = (index: number): PlacedLabel & { end: number } => {
    const wide = widthOf(texts[index]!)
    const x = Math.max(0, Math.min(at[index]! - wide / 2, width - wide))
    return { index, x, end: x + wide }
  }
  for (let step = 1; step < last; step++) {
    const placed: PlacedLabel[] = []
    const final = labelAt(last)
    let end = -Infinity
    let fits = true
    for (let index = 0; index < last; index += step) {
      const label = labelAt(index)
      if (label.x < end + gap) fits = false
      // Omits one that would touch the last label.
      if (label.end + gap > final.x && index > 0) continue
      placed.push(label)
      end = label.end
    }
    if (fits && end + gap <= final.x)
      return [...placed, final].map(({ index, x }) => ({ index, x }))
  }
  const [first, final] = [labelAt(0), labelAt(last)]
  return (last === 0 || first.end + gap > final.x ? [final] : [first, final]).map(
    ({ index, x }) => ({ index, x }),
  )
}

/** Marks with a text above each; marks whose texts would be beside each other share one, in their middle. */
export function joinLetters(
  marks: readonly { x: number; letter: string }[],
  gap = 12,
): { x: number; text: string }[] {
  const joined: { from: number; to: number; letters: string[] }[] = []
  for (const { x, letter } of marks.toSorted((a, b) => a.x - b.x)) {
    const last = joined.at(-1)
    const reach =
      last === undefined ? 0 : (widthOf(textOf(last.letters)) + widthOf(letter)) / 2 + gap
    if (last !== undefined && x - (last.from + last.to) / 2 < reach) {
      last.letters.push(letter)
      last.to = x
    } else joined.push({ from: x, to: x, letters: [letter] })
  }
  return joined.map(({ from, to, letters }) => ({ x: (from + to) / 2, text: textOf(letters) }))
}

/** `A`, `A–D`, `A+2` for A and two that do not follow. */
function textOf(letters: readonly string[]): string {
  const sorted = [...new Set(letters)].sort()
  const [first, last, others] = [sorted[0]!, sorted.at(-1)!, sorted.length - 1]
  if (others === 0) return first
  return last.charCodeAt(0) - first.charCodeAt(0) === others
    ? `${first}–${last}`
    : `${first}+${others}`
}
