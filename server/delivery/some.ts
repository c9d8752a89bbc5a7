/** Names that are told of many. */
export const LISTED_NAMES = 10
/** Characters of a text that are printed. */
const LONGEST_PRINTED = 80

/** The first ones of some names out of a delivery, and how many more there are of `all`. */
export function some(names: readonly string[], all = names.length): string {
  const more = all > LISTED_NAMES ? ` and ${all - LISTED_NAMES} more` : ''
  return `${names.slice(0, LISTED_NAMES).map(shortened).join(', ')}${more}`
}

/** What is printed of a text out of a delivery; who prints it sees to it that a terminal only shows it. */
export function shortened(text: string): string {
  return text.length > LONGEST_PRINTED ? `${text.slice(0, LONGEST_PRINTED)}...` : text
}
