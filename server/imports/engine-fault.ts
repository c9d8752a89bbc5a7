import { type DeliveryFault, truncate } from './delivery-faults.ts'

/** Errors of DuckDB that a value causes. Others come from the machine or a defect. */
const BY_VALUE =
  /^(?:Error: )?(?:(?:Out of Range|Conversion) Error: |Invalid Input Error: .*\b(?:cast|decimal)\b)/i
/** The value as DuckDB quotes it, or the operands of an overflow. */
const VALUE = /"([^"]*)"|'([^']*)'|\(([-0-9.]+ ?[-+*/] ?[-0-9.]+)\)/

/** An error of the database that a value causes, in words; undefined if it has another cause. */
export function engineFault(
  error: unknown,
  { file, column }: Pick<DeliveryFault, 'file' | 'column'>,
): DeliveryFault | undefined {
  const text = String(error)
  if (!BY_VALUE.test(text)) return undefined
  const value = VALUE.exec(text)
    ?.slice(1)
    .find(capture => capture !== undefined)
  const rule = /overflow|range|does not fit|too (?:large|big)/i.test(text)
    ? 'must have values and sums below 10^12: one of them, or its product with a rate, is larger'
    : 'must have values of its type: one of them cannot be converted'
  return {
    file,
    ...(column !== undefined && { column }),
    ...(value !== undefined && { value: truncate(value) }),
    rule,
  }
}
