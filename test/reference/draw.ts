import fc, { type GeneratorValue } from 'fast-check'

/** Values drawn one after the other while a structure is built. */
export interface Draw {
  /** Between `min` and `max`, both included. */
  int(min: number, max: number): number
  /** True `percent` times in a hundred. */
  chance(percent: number): boolean
  pick<Value>(values: readonly Value[]): Value
  /** Between `min` and `max` different values, in the order of `values`. */
  some<Value>(values: readonly Value[], min: number, max: number): Value[]
}

/** Evenly spread: an integer's usual bias to its bounds would turn chances into certainties. */
function evenly(min: number, max: number): fc.Arbitrary<number> {
  return fc.noBias(fc.integer({ min, max }))
}

function drawFrom(generate: GeneratorValue): Draw {
  const int = (min: number, max: number) => generate(evenly, min, max)
  return {
    int,
    chance: percent => int(1, 100) <= percent,
    pick: values => values[int(0, values.length - 1)] as (typeof values)[number],
    some: (values, min, max) => {
      const left = [...values]
      const wanted = Math.min(int(min, max), values.length)
      while (left.length > wanted) left.splice(int(0, left.length - 1), 1)
      return left
    },
  }
}

/** An arbitrary of whatever `build` makes of its draws. */
export function drawn<Value>(build: (draw: Draw) => Value): fc.Arbitrary<Value> {
  return fc.gen().map(generate => build(drawFrom(generate)))
}
