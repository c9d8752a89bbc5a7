import {
  assert as assertOnce,
  configureGlobal,
  type IRawProperty,
  type Parameters,
} from 'fast-check'
import { seed, seeds } from './seed.ts'

export * from 'fast-check'

configureGlobal({ seed })

/** Tries a property with each seed of the run, all in one process, since starting one takes longer than most properties. */
export const assert = ((property: IRawProperty<unknown>, parameters: Parameters<unknown> = {}) => {
  if (parameters.seed !== undefined) return assertOnce(property as never, parameters)
  const failures = new Map<number, unknown>()
  const tryFrom = (index: number): Promise<void> | void => {
    const seed = seeds[index]
    if (seed === undefined) return report(failures)
    try {
      const tried = assertOnce(property as never, { ...parameters, seed }) as
        Promise<void> | undefined
      if (tried)
        return tried.catch(error => void failures.set(seed, error)).then(() => tryFrom(index + 1))
    } catch (error) {
      failures.set(seed, error)
    }
    return tryFrom(index + 1)
  }
  return tryFrom(0)
}) as typeof assertOnce

function report(failures: ReadonlyMap<number, unknown>): void {
  if (failures.size === 0) return
  const [first] = failures.values()
  throw new Error(`UASCOPE_SEED=${[...failures.keys()].join(',')}: ${(first as Error).message}`, {
    cause: first,
  })
}
