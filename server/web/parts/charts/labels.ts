/** Places labels so that they never overlap. Positions and widths in px. */

/** Width of a label of 11 to 12 px type: wide enough for any digit, Latin letter or, counted double, CJK character. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text)
    width += character.codePointAt(0)! > 0x2e7f ? 12.5 : '%@MW₩'.includes(character) ? 10.5 : 7
  return width
}

/** Separates labels of one column: at least `gap` between neighbors, within `top` and `bottom`, in order. */
export function spreadLabels(
  at: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): number[] {
  const order = [...at.entries()].sort(([a, x], [b, y]) => x - y || a - b)
  const placed = [...at]
  let least = top
  for (const [index, x] of order) {
    placed[index] = Math.max(x, least)
    least = placed[index] + gap
  }
  let limit = bottom
  for (const [index] of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, limit)
    limit = placed[index] - gap
  }
  // Both labels move half of the way.
  const [lower, upper, third] = order
  if (lower !== undefined && upper !== undefined && third === undefined) {
    const [[first, x], [second, y]] = [lower, upper]
    const push = gap - (y - x)
    if (push > 0) {
      const start = Math.min(Math.max(x - push / 2, top), bottom - gap)
      placed[first] = start
      placed[second] = start + gap
    }
  }
  return placed
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

/** Marks with a text above each; overlapping texts share a label. */
export function joinLetters(
  marks: readonly { x: number; letter: string }[],
  gap = 4,
): { x: number; text: string }[] {
  const joined: { x: number; letters: string[] }[] = []
  for (const { x, letter } of marks.toSorted((a, b) => a.x - b.x)) {
    const last = joined.at(-1)
    const reach =
      last === undefined ? 0 : (widthOf(textOf(last.letters)) + widthOf(letter)) / 2 + gap
    if (last !== undefined && x - last.x < reach) last.letters.push(letter)
    else joined.push({ x, letters: [letter] })
  }
  return joined.map(({ x, letters }) => ({ x, text: textOf(letters) }))
}

/** `A`, `A B`, `A–D`. */
function textOf(letters: readonly string[]): string {
  const different = [...new Set(letters)]
  return different.length > 2 ? `${different[0]}–${different.at(-1)}` : different.join(' ')
}
