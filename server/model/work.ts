/** On whose behalf something is done, and for how long it is wanted. */
export interface Work {
  /** The company that the work counts for; null where none asked. */
  companyId: number | null
  /** Fires when nobody waits for the result any more. */
  signal: AbortSignal
}

/** Why work was given up: whoever asked for it went away. Nobody is left to be told. */
export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('nobody waits for this any more')
  }
}
