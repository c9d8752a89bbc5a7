import type { Overview } from '../../../generated/client/models.ts'
import { type Answer, useAnswer } from './use-answer.ts'

/** All apps of the company, in one request that every screen shares. */
export function useOverview(): Answer<Overview[]> {
  return useAnswer(['overview'], client => client.getOverview())
}
