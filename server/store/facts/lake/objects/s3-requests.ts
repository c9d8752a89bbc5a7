import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import type { S3 } from '@aws-sdk/client-s3'
import type { CredentialSource, S3Credentials } from './credentials.ts'
import { LakeUnavailable, NoSuchObject, NotListable, ObjectDamaged } from './objects.ts'
import { TransientError } from './patience.ts'

export interface S3Account {
  /** Undefined: AWS. */
  endpoint: string | undefined
  region: string
  credentials: CredentialSource
}

export type S3Request<Answer> = (s3: S3, options: { abortSignal: AbortSignal }) => Promise<Answer>

/** Opening connections costs several round trips. */
const KEPT = { keepAlive: true, maxSockets: 64 }

/**
 * Sends single attempts of requests with current credentials. The package takes 130 ms of processor time and 24 MB, so only nodes with a bucket
 * load it.
 */
export class S3Requests {
  readonly #account: S3Account
  readonly #sdk = loadSdk()
  readonly #clients = new WeakMap<S3Credentials, S3>()
  readonly #agents = { httpAgent: new HttpAgent(KEPT), httpsAgent: new HttpsAgent(KEPT) }

  constructor(account: S3Account) {
    this.#account = account
    // The first request reports a failure.
    this.#sdk.catch(() => undefined)
  }

  /** Loading does not count against the time limits of requests. */
  async loaded(): Promise<void> {
    await this.#sdk
  }

  /** @throws TransientError if another attempt may succeed */
  async send<Answer>(
    name: string,
    request: S3Request<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { credentials } = this.#account
    const used = await credentials.get()
    const sdk = await this.#sdk
    try {
      return await request(this.#clientOf(sdk, used), { abortSignal: signal })
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error as SdkError, name)
      // Credentials may expire or be rotated early.
      if (failure instanceof RefusedKeys && (await credentials.replaced(used)))
        throw new TransientError(failure.message, { cause: failure })
      throw failure
    }
  }

  #clientOf(sdk: typeof Sdk, credentials: S3Credentials): S3 {
    const known = this.#clients.get(credentials)
    if (known !== undefined) return known
    const { endpoint, region } = this.#account
    const { sessionToken, ...keys } = credentials
    const client = new sdk.S3({
      region,
      ...(endpoint !== undefined && { endpoint }),
      forcePathStyle: true,
      credentials: { ...keys, ...(sessionToken !== undefined && { sessionToken }) },
      requestHandler: { ...this.#agents, socketTimeout: 0 },
      // Callers retry, since they can reread their bodies.
      maxAttempts: 1,
      // Bodies are signed by their SHA-256 and verified after reading; other storage often rejects CRC32 trailers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      // It would need a new connection for each upload.
      expectContinueHeader: false,
      logger: QUIET,
    })
    client.middlewareStack.add(
      next => async args => {
        const sum = SUMS.get((args.input as { Body?: object }).Body ?? {})
        if (sum !== undefined)
          (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] =
            sum
        return await next(args)
      },
      { step: 'build' },
    )
    this.#clients.set(credentials, client)
    return client
  }
}

/** Without one, the SDK writes to stderr. */
const QUIET = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

function ignore(): void {}

async function loadSdk(): Promise<typeof Sdk> {
  // It warns about versions of Node.js that later releases will not support; ours is pinned.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  return await import('@aws-sdk/client-s3')
}

const SUMS = new WeakMap<object, string>()

/** S3 refuses the body if its SHA-256 differs. */
export function withSum(body: Readable, sha256: string): Readable {
  SUMS.set(body, sha256)
  return body
}

/** Errors of the SDK and of Node.js. */
type SdkError = Error & {
  code?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { statusCode?: number }
}

class RefusedKeys extends LakeUnavailable {}

const OF_KEYS = new Set([
  'ExpiredToken',
  'InvalidToken',
  'InvalidAccessKeyId',
  'TokenRefreshRequired',
])
const PASSING = new Set(['RequestTimeout', 'XAmzContentSHA256Mismatch'])

/** The SDK's errors contain requests and keys, so they do not become a cause. */
function failureOf(error: SdkError, name: string): Error {
  const status = error.$metadata?.httpStatusCode ?? error.$response?.statusCode
  if (status === undefined)
    return new TransientError(error.message || error.code || String(error), { cause: error })
  const code = /^(?!Unknown|Forbidden$|BadRequest$)[A-Za-z][A-Za-z0-9]{0,63}$/.exec(error.name)?.[0]
  const words = `${status}${code === undefined ? '' : ` ${code}`}`
  if (
    status >= 500 ||
    status === 429 ||
    status === 408 ||
    status === 200 ||
    PASSING.has(code ?? '')
  )
    return new TransientError(words)
  if (status === 416) return new ObjectDamaged(name, 'it ends before the requested bytes')
  // A missing bucket has the same status, but is the operator's error.
  if (status === 404 && code !== 'NoSuchBucket') return new NoSuchObject(name)
  // A refused HEAD has no error code.
  const isOfKeys = code === undefined ? status === 400 || status === 403 : OF_KEYS.has(code)
  return new (isOfKeys ? RefusedKeys : LakeUnavailable)(
    `The lake refuses object ${name}: ${words}${status === 403 ? FORBIDDEN : ''}`,
  )
}

const FORBIDDEN =
  ' (the keys may lack a permission; without permission to list, S3 also reports missing objects so)'

/** The error of a refused listing. */
export function notListable(error: unknown): unknown {
  if (!(error instanceof LakeUnavailable && error.message.includes(': 403'))) return error
  return new NotListable(
    'The lake refuses to list its objects: these credentials need s3:ListBucket on the bucket',
    { cause: error },
  )
}
