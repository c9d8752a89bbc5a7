import { TransientError, withTimeout } from './patience.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Where each request gets the credentials that it is signed with. */
export interface CredentialSource {
  get(): Promise<S3Credentials>
  /** After the storage refused some: whether others are there now. */
  replaced(): Promise<boolean>
}

export function fixedCredentials(credentials: S3Credentials): CredentialSource {
  return { get: async () => credentials, replaced: async () => false }
}

/** As the AWS SDK's providers return them. */
export type Provide = () => Promise<S3Credentials & { expiration?: Date | undefined }>

/**
 * Credentials as AWS's own tools find them: profile files, web identity, a container's or an instance's role. The package takes 34 ms and
 * 12 MB, so only such a node loads it.
 */
export function foundCredentials(tell: (line: string) => void): CredentialSource {
  let provider: Promise<Provide> | undefined
  return new RenewedCredentials(async () => await (await (provider ??= loadProvider(tell)))(), tell)
}

async function loadProvider(tell: (line: string) => void): Promise<Provide> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
  const quiet = (): void => undefined
  // Instance metadata that fail extend their credentials and only warn.
  const logger = { trace: quiet, debug: quiet, info: quiet, error: quiet, warn: () => tell(`${FAILED}: instance metadata do not respond`) }
  // Version 1 of instance metadata answers forged requests. Files are read again: others may rewrite them.
  const provide = defaultProvider({ logger, ec2MetadataV1Disabled: true, ignoreCache: true })
  // Its own renewal would repeat with every request in the last five minutes.
  return () => provide({ forceRefresh: true })
}

const FAILED = "The lake's credentials could not be renewed"

/** Credentials are renewed this long before they end, ms, or after half of a shorter life. */
const AHEAD_MS = 5 * 60_000
/** Limit of one attempt, ms: a hung one would end renewal for good. */
const ATTEMPT_MS = 10_000
const PAUSE_MS = 1000
/** How long after a change a refusal may still be of the earlier credentials, ms. */
const STRAGGLERS_MS = 5000
const TELL_MS = 60_000

interface Held {
  credentials: S3Credentials
  renewAt: number
  endsAt: number
}

/** Renews credentials before they end; requests use the earlier ones meanwhile. All callers share one attempt. */
export class RenewedCredentials implements CredentialSource {
  readonly #provide: Provide
  readonly #tell: (line: string) => void
  #held: Held | undefined
  #attempt: Promise<S3Credentials> | undefined
  #endedAt = -Infinity
  #changedAt = -Infinity
  #toldAt = -Infinity

  constructor(provide: Provide, tell: (line: string) => void) {
    this.#provide = provide
    this.#tell = tell
  }

  async get(): Promise<S3Credentials> {
    const now = Date.now()
    const held = this.#held
    if (held === undefined || now >= held.endsAt) return await this.#renew()
    if (now >= held.renewAt && now - this.#endedAt >= PAUSE_MS) this.#renew().catch(() => undefined)
    return held.credentials
  }

  async replaced(): Promise<boolean> {
    if (Date.now() - this.#endedAt >= PAUSE_MS) await this.#renew().catch(() => undefined)
    return Date.now() - this.#changedAt < STRAGGLERS_MS
  }

  #renew(): Promise<S3Credentials> {
    return (this.#attempt ??= this.#load().finally(() => {
      this.#attempt = undefined
      this.#endedAt = Date.now()
    }))
  }

  async #load(): Promise<S3Credentials> {
    try {
      const { accessKeyId, secretAccessKey, sessionToken, expiration } = await withTimeout(ATTEMPT_MS, this.#provide())
      const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
      const now = Date.now()
      const endsAt = expiration?.getTime() ?? Infinity
      const isChange = this.#held?.credentials.accessKeyId !== accessKeyId || this.#held.credentials.sessionToken !== sessionToken
      if (isChange) this.#changedAt = now
      this.#held = { credentials, endsAt, renewAt: endsAt - Math.min(AHEAD_MS, (endsAt - now) / 2) }
      return credentials
    } catch (error) {
      const { message } = error as Error
      if (Date.now() - this.#toldAt >= TELL_MS) {
        this.#toldAt = Date.now()
        this.#tell(`${this.#held === undefined ? NOT_FOUND : FAILED}: ${message}`)
      }
      throw new TransientError(`no credentials: ${message}`, { cause: error })
    }
  }
}

const NOT_FOUND =
  'No credentials for the lake: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile, web identity or role as AWS tools take them'
