/** A word of the service as tools spell it. */
export function inCapitals<Word extends string>(word: Word): Uppercase<Word> {
  return word.toUpperCase() as Uppercase<Word>
}
