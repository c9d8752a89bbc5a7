/**
 * The name that was probably meant: at most two typing mistakes away, case, `_` and `-` not counted; undefined when none is.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = fold(given)
  let nearest: string | undefined
  let least = 3
  for (const name of names) {
    const known = fold(name)
    if (Math.abs(known.length - wanted.length) >= least) continue
    const mistakes = distance(wanted, known)
    // In a short name, two mistakes leave no likeness.
    if (mistakes < least && mistakes <= known.length / 3) {
      nearest = name
      least = mistakes
    }
  }
  return nearest
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
