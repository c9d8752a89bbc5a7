export interface Work {
  /** Null: nobody in particular. */
  companyId: number | null
  signal: AbortSignal
  /** To be called when the work's turn begins: from then on its time limit counts. */
  begun?: (seconds: number) => void
}

export class Unwanted extends Error {
  override name = 'Unwanted'

  constructor() {
    super('no caller waits for this any more')
  }
}
