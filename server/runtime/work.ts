export interface Work {
  /** Null: nobody in particular. */
  companyId: number | null
  signal: AbortSignal
  /** Id of a request that waits for it, for other systems' logs. */
  requestId?: string | undefined
  /** Call it when the work's turn begins, with its time limit in seconds, which counts from then. */
  begun?: (seconds: number) => void
}

export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('no caller waits for this any more')
  }
}
