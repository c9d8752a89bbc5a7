import leven from 'leven'

/** So many typing mistakes leave no likeness. */
const TOO_MANY = 3

/**
 * The name that was probably meant: at most two typing mistakes away, case, `_` and `-` not counted; undefined when none is.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const wanted = fold(given)
  let nearest: string | undefined
  let least = TOO_MANY
  for (const name of names) {
    const known = fold(name)
    const mistakes = leven(wanted, known, { maxDistance: least })
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
