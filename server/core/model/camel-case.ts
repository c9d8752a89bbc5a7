/** A name with `_` in its JSON spelling: `target_paid_gross_roas` is `targetPaidGrossRoas`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>
}
