const SHOWN = 80

/** Length in characters (code points), as JSON Schema counts. */
export function countCharacters(value: string): number {
  return [...value].length
}

/** At most the first 80 characters, `…` standing for the rest. */
export function shorten(value: string): string {
  const characters = [...value.slice(0, 2 * SHOWN + 2)]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : value
}

/** What somebody sent, in double quotes, shortened; control characters are escaped. */
export function quote(value: string): string {
  return JSON.stringify(shorten(value))
}

/** What somebody sent, to follow `got`. */
export function got(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  // What is in them is not looked at: it may be nested too deeply for that.
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return shorten(JSON.stringify(value))
}

/** Capital letters for small ones, the type too. */
export function upperCase<Text extends string>(text: Text): Uppercase<Text> {
  return text.toUpperCase() as Uppercase<Text>
}
