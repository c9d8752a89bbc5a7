/** One of these words today; the service may add more, so a `switch` over it needs a `default`. */
export type Open<Word extends string> = Word | (string & {})
