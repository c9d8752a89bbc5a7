import type { Fault } from './faults.ts'

/** Stands for all names that a caller made up: such a name may be anything, a key too. */
export const UNKNOWN_PARAMETER = '(unknown)'

/** The names of parameters at fault, each once, that may be written down. */
export function knownParameters(faults: readonly Pick<Fault, 'parameter'>[], known: { has: (name: string) => boolean }): string[] {
  return [...new Set(faults.map(({ parameter }) => (known.has(parameter) ? parameter : UNKNOWN_PARAMETER)))]
}
