export interface Work {
  /** Null: nobody in particular. */
  companyId: number | null
  signal: AbortSignal
}

export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('no caller waits for this any more')
  }
}
