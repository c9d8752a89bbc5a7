/** One of these words today; the service may add more, so a `switch` over it needs a `default`. */
export type Open<Word extends string> = Word | (string & {})

/** What no value is: a parameter that is taken beside some values of another one only, which may have a default. */
export interface OnlyWith<Other extends string, Values, Default = undefined> {
  [fault]: [Other, Values, Default]
}

export declare const fault: unique symbol
