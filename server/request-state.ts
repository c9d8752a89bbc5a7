import type { Allowance } from './rate-limiter.ts'

/** Whose request it is. Requests from outside get these from a key or a link; requests made within the process bring them. */
export interface Caller {
  companyId: number
  /** Null where something else than a key let the caller in. */
  keyId: string | null
  /** Whether the request is part of one that was counted already. */
  counted: boolean
}

declare module '@hapi/hapi' {
  interface RequestApplicationState {
    requestId: string
    /** From `performance.now()`. */
    startedAt: number
    /** What the company has left; absent where nothing was counted. */
    allowance?: Allowance
  }

  interface AppCredentials extends Caller {}
}
