/** Controls of text direction: inside a name they would reorder what follows it. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** A name within a sentence, of whatever script: between U+2068 and U+2069 its direction does not touch the words around it. */
export function isolate(name: string): string {
  return `\u2068${name.replace(CONTROLS, '')}\u2069`
}

/** A sentence in turns of words and isolated names, beginning with words. */
export function splitNames(text: string): string[] {
  return text.split(/[\u2068\u2069]/)
}
