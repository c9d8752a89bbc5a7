/** Text direction controls, which inside a name would reorder the following text. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Isolates a name between U+2068 and U+2069, so that its direction does not affect the words around it. */
export function isolate(name: string): string {
  return `\u2068${name.replace(CONTROLS, '')}\u2069`
}

/** Alternating words and isolated names of a sentence, starting with words. */
export function splitNames(text: string): string[] {
  return text.split(/[\u2068\u2069]/)
}
