const LISTED = 20

/** What a store has of something that was asked for by an id it has not, for an error; `names` are such as `101 (My Game)`. */
export function knownNames(names: readonly string[]): string {
  if (names.length === 0) return 'import a delivery first'
  return `there are ${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ` and ${names.length - LISTED} more` : ''}`
}
