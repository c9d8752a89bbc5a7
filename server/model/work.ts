/** On whose behalf something is done, and for how long it is wanted. */
export interface Work {
  /** The company that the work counts for; null where none asked. */
  companyId: number | null
  /** Fires when nobody waits for the result any more. */
  signal: AbortSignal
}

/** Abort reason of work whose callers have all disconnected. */
export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('nobody waits for this any more')
  }
}
