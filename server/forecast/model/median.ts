import { medianSorted } from 'simple-statistics'

/** 0 without values. */
export function median(values: readonly number[]): number {
  return values.length === 0
    ? 0
    : medianSorted(Float64Array.from(values).sort() as unknown as number[])
}
