export interface Work {
  /** Null: no company. */
  companyId: number | null
  signal: AbortSignal
  /** Id of a request that waits for the work, for other systems' logs. */
  requestId?: string | undefined
  /** Called when the work's turn begins, with its time limit in seconds from then. */
  begun?: (seconds: number) => void
}

export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('no caller waits for this any more')
  }
}
