/** One of these words today; the service may add more, so a `switch` over it needs a `default`. */
export type Open<Word extends string> = Word | (string & {})

/** Matches no value: the parameter requires certain values of another one. */
export interface OnlyWith<Other extends string, Values, Default = undefined> {
  [fault]: [Other, Values, Default]
}

export declare const fault: unique symbol
