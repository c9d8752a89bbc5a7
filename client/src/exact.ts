/** Refuses what the shape does not have: an inferred type would otherwise let a mistyped parameter through. */
export type Exact<Given, Shape> = Given & { [Name in Exclude<keyof Given, keyof Shape>]: never }
