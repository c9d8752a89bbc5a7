import type { components } from '../../../generated/types.ts'

/** Directions in which a plan may move a row's spend. */
export interface Moves {
  up: boolean
  down: boolean
}

const ANY: Moves = { up: true, down: true }

/**
 * A plan that follows the steps raises only SCALE, cuts only REDUCE, and moves nothing whose step is `keep` for another reason than a budget,
 * whose room the plan itself divides.
 */
export function movesBy(
  action: string,
  {
    kind,
    reason,
  }: { kind: components['schemas']['Step']['kind'] | (string & {}); reason: string | null },
  followSteps: boolean,
): Moves {
  if (!followSteps) return ANY
  const isFree = kind !== 'keep' || reason === 'budget_spent'
  return { up: isFree && action === 'SCALE', down: isFree && action === 'REDUCE' }
}
