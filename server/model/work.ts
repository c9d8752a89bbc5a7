export interface Work {
  /** Null: nobody in particular. */
  companyId: number | null
  signal: AbortSignal
}

export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('nobody waits for this any more')
  }
}
