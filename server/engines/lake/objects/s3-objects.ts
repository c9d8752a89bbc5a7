import { AwsV4Signer } from 'aws4fetch'
import { createReadStream } from 'node:fs'
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { CredentialSource, S3Credentials } from './credentials.ts'
import { listQuery, readListPage } from './list-page.ts'
import {
  type ByteRange,
  LakeUnavailable,
  NoSuchObject,
  NotListable,
  ObjectDamaged,
  objectName,
  type Objects,
  type StoredBytes,
} from './objects.ts'
import { PARTS, type PartRequest, putInParts, textOf, uploadsIn } from './s3-multipart.ts'
import { failOnStall, PATIENCE, type Patience, TransientError, withRetries, withTimeout } from './patience.ts'

const MAX_ERROR_BYTES = 16_384
const MAX_TRIES = 4
const MAX_PUT_TRIES = 8

export interface S3Place extends S3Account {
  endpoint: string
  bucket: string
  /** Prefix of every name, without a final slash; may be empty. */
  prefix: string
}

/** Uses only PUT, POST, GET, HEAD and DELETE of objects; `list` and `abortUploads` alone list the bucket. */
export function s3Objects(place: S3Place, patience: Patience = PATIENCE, parts = PARTS): Objects {
  const root = [place.endpoint, place.bucket, ...(place.prefix === '' ? [] : [place.prefix])].join('/')
  const urlOf = (name: string): string => `${root}/${objectName(name)}`
  const ask = async (name: string, request: Asked, signal?: AbortSignal): Promise<IncomingMessage> => {
    const url = request.url ?? urlOf(name)
    const until = performance.now() + patience.answer
    return await withRetries({ most: MAX_TRIES, until, signal }, async () => {
      const given = new AbortController()
      const ends = signal ? AbortSignal.any([signal, given.signal]) : given.signal
      const asked = sent(place, { ...request, url, signal: ends }, name)
      const late = (): void => given.abort(new Error('too late'))
      return await withTimeout(Math.max(until - performance.now(), 1), asked, late)
    }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw unavailable(name, error)
    })
  }

  const sizeOf = async (name: string): Promise<number | undefined> => {
    try {
      const answer = await ask(name, { method: 'HEAD' })
      drained(answer)
      return Number(answer.headers['content-length'])
    } catch (error) {
      if (error instanceof NoSuchObject) return undefined
      throw error
    }
  }
  const upload = async (name: string, { method, query, body }: PartRequest): Promise<IncomingMessage> => {
    const headers = { 'content-length': String(body?.bytes ?? 0), ...(body && { 'x-amz-content-sha256': body.sha256 }) }
    const url = query === '' ? urlOf(name) : `${urlOf(name)}?${query}`
    return await withRetries({ most: MAX_PUT_TRIES, until: performance.now() + patience.put }, async () => {
      const given = new AbortController()
      const watch = setTimeout(() => given.abort(new TransientError('it stopped accepting data')), patience.putStalled)
      const pieces = body && counted(body.pieces(), () => watch.refresh())
      try {
        return await sent(place, { method, url, headers, ...(pieces && { body: pieces }), signal: given.signal }, name)
      } catch (error) {
        given.abort(error)
        throw error
      } finally {
        clearTimeout(watch)
      }
    }).catch((error: unknown) => {
      throw unavailable(name, error)
    })
  }

  const whole = async (name: string, path: string, { bytes, sha256 }: StoredBytes): Promise<void> => {
    const pieces = (): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: 262_144 })
    drained(await upload(name, { method: 'PUT', query: '', body: { bytes, sha256, pieces } }))
  }

  return {
    async put(name, path, { bytes, sha256 }) {
      const send = (request: PartRequest): Promise<IncomingMessage> => upload(name, request)
      if (bytes > parts.above) {
        return await putInParts(send, path, { bytes, sha256 }, parts.part).catch(async (error: unknown) => {
          // The upload is unknown to S3 once complete: the answer to that was lost.
          if (!(error instanceof NoSuchObject) || (await sizeOf(name)) !== bytes) throw error
        })
      }
      await whole(name, path, { bytes, sha256 })
    },

    async get(name, { range, signal } = {}) {
      const headers = range && { range: `bytes=${range.start}-${range.end - 1}` }
      const answer = await ask(name, { method: 'GET', ...(headers && { headers }) }, signal)
      if (range && !isRange(answer, range)) {
        answer.destroy()
        throw new ObjectDamaged(
          name,
          `it was asked for ${headers?.range}, and gives ${answer.headers['content-range'] ?? answer.statusCode}`,
        )
      }
      return body(answer, name, patience.stalled, signal)
    },

    size: sizeOf,

    async delete(name) {
      await ask(name, { method: 'DELETE' }).then(drained, (error: unknown) => {
        if (!(error instanceof NoSuchObject)) throw error
      })
    },

    async abortUploads(prefix) {
      const keys = place.prefix === '' ? prefix : `${place.prefix}/${prefix}`
      const bucket = `${place.endpoint}/${place.bucket}`
      const url = `${bucket}?prefix=${encodeURIComponent(keys)}&uploads=`
      const list = await textOf(await sent(place, { method: 'GET', url, signal: AbortSignal.timeout(patience.put) }, prefix))
      for (const { key, id } of uploadsIn(list).filter(({ key }) => key.startsWith(keys))) {
        drained(await upload(key.slice(keys.length - prefix.length), { method: 'DELETE', query: `uploadId=${encodeURIComponent(id)}` }))
      }
    },

    async *list() {
      const prefix = place.prefix === '' ? '' : `${place.prefix}/`
      let next: string | undefined
      do {
        const url = `${place.endpoint}/${place.bucket}?${listQuery(prefix, next)}`
        const answer = await ask('list', { method: 'GET', url }).catch((error: unknown) => {
          if (error instanceof LakeUnavailable && error.message.includes(': 403')) throw new NotListable(NO_LIST, { cause: error })
          throw error
        })
        const page = await readListPage(body(answer, 'list', patience.stalled))
        for (const { name, ...object } of page.objects) yield { ...object, name: name.slice(prefix.length) }
        next = page.next
      } while (next !== undefined)
    },
  }
}

type Asked = Omit<S3Request, 'url' | 'signal'> & { url?: string }

const NO_LIST = 'The lake refuses to list its objects: these credentials need s3:ListBucket on the bucket'

function isRange({ statusCode, headers }: IncomingMessage, { start, end }: ByteRange): boolean {
  return statusCode === 206 && headers['content-range']?.startsWith(`bytes ${start}-${end - 1}/`) === true
}

async function* body(answer: IncomingMessage, name: string, stalled: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* failOnStall(answer, stalled)
  } catch (error) {
    signal?.throwIfAborted()
    throw new LakeUnavailable(`Reading object ${name} of the lake failed: ${(error as Error).message}`, { cause: error })
  }
}

async function* counted(pieces: AsyncIterable<Uint8Array>, taken: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    taken()
  }
}

function drained(answer: IncomingMessage): void {
  answer.resume()
}

/** Credentials may end, or be rotated, before they say. */
async function sent({ region, credentials }: S3Account, request: S3Request, name: string): Promise<IncomingMessage> {
  const used = await credentials.get()
  try {
    return await answered(s3Request(region, used, request), name)
  } catch (error) {
    if (error instanceof RefusedKeys && (await credentials.replaced(used))) throw new TransientError(error.message, { cause: error })
    throw error
  }
}

class RefusedKeys extends LakeUnavailable {}

const OF_KEYS = new Set(['ExpiredToken', 'InvalidToken', 'InvalidAccessKeyId', 'TokenRefreshRequired'])

async function answered(asked: Promise<IncomingMessage>, name: string): Promise<IncomingMessage> {
  const answer = await asked
  const status = answer.statusCode!
  if (status === 200 || status === 204 || status === 206) return answer
  const code = await refusal(answer)
  const words = `${status}${code === undefined ? '' : ` ${code}`}`
  if (status >= 500 || status === 429 || status === 408 || code === 'RequestTimeout' || code === 'XAmzContentSHA256Mismatch') {
    throw new TransientError(words)
  }
  if (status === 416) throw new ObjectDamaged(name, 'it ends before the requested bytes')
  // A missing bucket has the same status, but is the operator's error.
  if (status === 404 && code !== 'NoSuchBucket') throw new NoSuchObject(name)
  // A refused HEAD has no code.
  const isOfKeys = code === undefined ? status === 400 || status === 403 : OF_KEYS.has(code)
  throw new (isOfKeys ? RefusedKeys : LakeUnavailable)(`The lake refuses object ${name}: ${words}${status === 403 ? FORBIDDEN : ''}`)
}

const FORBIDDEN = ' (the keys may lack a right; S3 says so of what is not there, too, to keys that may not list)'

/** Only the code: the document repeats the request. */
async function refusal(answer: IncomingMessage): Promise<string | undefined> {
  let text = ''
  try {
    for await (const part of answer) {
      text += String(part)
      if (text.length > MAX_ERROR_BYTES) break
    }
  } catch {}
  return /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1]
}

function unavailable(name: string, error: unknown): Error {
  if (!(error instanceof TransientError)) return error as Error
  return new LakeUnavailable(`The lake does not respond for object ${name}: ${error.message}`, { cause: error })
}

export interface S3Account {
  region: string
  credentials: CredentialSource
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** New connections cost several round trips. */
const KEPT = { keepAlive: true, maxSockets: 64 }
const [http, https] = [new HttpAgent(KEPT), new HttpsAgent(KEPT)]

/** Not `fetch`, which sends streams in chunks of unknown length; S3 requires a length. */
async function s3Request(region: string, credentials: S3Credentials, request: S3Request): Promise<IncomingMessage> {
  const { method, url, body, signal } = request
  const { sessionToken, ...key } = credentials
  const token = sessionToken === undefined ? {} : { sessionToken }
  const signer = new AwsV4Signer({ method, url, headers: request.headers ?? {}, ...key, ...token, region, service: 's3' })
  const headers = Object.fromEntries((await signer.sign()).headers)
  const secure = url.startsWith('https:')
  const send = secure ? httpsRequest : httpRequest
  return await new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, signal, agent: secure ? https : http })
    sent.once('response', resolve)
    sent.on('error', error =>
      reject(signal.aborted ? (signal.reason as Error) : new TransientError(error.message || String(error), { cause: error })),
    )
    // An early refusal counts, not the failed upload.
    if (body === undefined) sent.end()
    else pipeline(body, sent).catch((error: Error) => sent.destroy(error))
  })
}
