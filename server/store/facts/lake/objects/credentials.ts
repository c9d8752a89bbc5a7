import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { TransientError, withTimeout } from './patience.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** Supplies each request with credentials for its signature. */
export interface CredentialSource {
  get(): Promise<S3Credentials>
  /** Call after the storage refused `used`: whether other credentials are available now. */
  replaced(used: S3Credentials): Promise<boolean>
}

export function fixedCredentials(credentials: S3Credentials): CredentialSource {
  return { get: async () => credentials, replaced: async () => false }
}

/** The type of the AWS SDK's providers. */
export type Provide = () => Promise<S3Credentials & { expiration?: Date | undefined }>

/**
 * Credentials from the chain of AWS's tools: profile files, web identity, a container's or an instance's role. The package takes 34 ms and
 * 12 MB, so only nodes that need it load it.
 */
export function defaultCredentials(region: string, tell: (line: string) => void): CredentialSource {
  let provider: Promise<Provide> | undefined
  return new RenewedCredentials(
    async () => await (await (provider ??= loadProvider(region, tell)))(),
    tell,
  )
}

async function loadProvider(region: string, tell: (line: string) => void): Promise<Provide> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node')
  const quiet = (): void => undefined
  // Instance metadata that fail extend their credentials and only log a warning.
  const logger = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    error: quiet,
    warn: () => tell(`${FAILED}: instance metadata do not respond`),
  }
  // Version 1 of instance metadata answers forged requests. Files are reread, since other programs may rewrite them.
  const clientConfig = { region: process.env['AWS_REGION'] ?? region }
  const provide = defaultProvider({
    logger,
    clientConfig,
    ec2MetadataV1Disabled: true,
    ignoreCache: true,
  })
  // The SDK's own renewal would repeat with every request in the last five minutes.
  return () => provide({ forceRefresh: true })
}

const FAILED = "The lake's credentials could not be renewed"

/** Credentials are renewed this long before they expire, ms, or after half of a shorter lifetime. */
const AHEAD_MS = 5 * 60_000
/** Time limit of one attempt, ms: a hung one would end renewal permanently. */
const ATTEMPT_MS = 10_000
const PAUSE_MS = 1000
const TELL_MS = 60_000

interface Held {
  credentials: S3Credentials
  renewAt: number
  endsAt: number
}

/** Renews credentials before they expire; until then requests use the earlier ones. All callers share one attempt. */
export class RenewedCredentials implements CredentialSource {
  readonly #provide: Provide
  readonly #tell: (line: string) => void
  #held: Held | undefined
  #attempt: Promise<S3Credentials> | undefined
  /** Attempts that ended, successful or not. */
  #attempts = 0
  #endedAt = -Infinity
  #reportedAt = -Infinity

  constructor(provide: Provide, tell: (line: string) => void) {
    this.#provide = provide
    this.#tell = tell
  }

  async get(): Promise<S3Credentials> {
    const now = Date.now()
    const held = this.#held
    if (held === undefined || now >= held.endsAt) return await this.#renew()
    if (now >= held.renewAt && this.#pause() <= 0) this.#renew().catch(() => undefined)
    return held.credentials
  }

  async replaced(used: S3Credentials): Promise<boolean> {
    const attempts = this.#attempts
    const isUsed = (): boolean => this.#held?.credentials === used
    if (isUsed() && this.#pause() > 0) await sleep(this.#pause())
    if (isUsed() && attempts === this.#attempts) await this.#renew().catch(() => undefined)
    return !isUsed()
  }

  #pause(): number {
    return this.#endedAt + PAUSE_MS - performance.now()
  }

  #renew(): Promise<S3Credentials> {
    return (this.#attempt ??= this.#load().finally(() => {
      this.#attempt = undefined
      this.#endedAt = performance.now()
      this.#attempts++
    }))
  }

  async #load(): Promise<S3Credentials> {
    try {
      const { accessKeyId, secretAccessKey, sessionToken, expiration } = await withTimeout(
        ATTEMPT_MS,
        this.#provide(),
      )
      const endsAt = expiration?.getTime() ?? Infinity
      const before = this.#held?.credentials
      const loaded = {
        accessKeyId,
        secretAccessKey,
        ...(sessionToken !== undefined && { sessionToken }),
      }
      const credentials = before && isDeepStrictEqual(before, loaded) ? before : loaded
      this.#held = {
        credentials,
        endsAt,
        renewAt: endsAt - Math.min(AHEAD_MS, (endsAt - Date.now()) / 2),
      }
      return credentials
    } catch (error) {
      const { message } = error as Error
      if (performance.now() - this.#reportedAt >= TELL_MS) {
        this.#reportedAt = performance.now()
        this.#tell(`${this.#held === undefined ? NO_CREDENTIALS : FAILED}: ${message}`)
      }
      throw new TransientError(`no credentials: ${message}`, { cause: error })
    }
  }
}

const NO_CREDENTIALS =
  'No credentials for the lake: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile, web identity or role for AWS tools'
