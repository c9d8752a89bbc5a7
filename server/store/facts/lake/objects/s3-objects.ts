import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { GetObjectCommandOutput, S3 } from '@aws-sdk/client-s3'
import {
  type ByteRange,
  LakeUnavailable,
  NoSuchObject,
  ObjectDamaged,
  objectName,
  type Objects,
  type StoredBytes,
} from './objects.ts'
import {
  failOnStall,
  PATIENCE,
  type Patience,
  TransientError,
  withRetries,
  withTimeout,
} from './patience.ts'
import { notListable, type S3Account, type S3Request, S3Requests, withSum } from './s3-requests.ts'

const MAX_TRIES = 4
const MAX_PUT_TRIES = 8
const PIECE = 262_144

/** Bytes. Files above a size are uploaded in parts: S3 accepts at most 5 GiB at once, and a failed part is resent as a whole. */
export const PARTS = { above: 64 * 2 ** 20, part: 32 * 2 ** 20 }
/** S3's limit. */
const MAX_PARTS = 10_000

export interface S3Place extends S3Account {
  bucket: string
  /** Prefix of every name, without a final slash; may be empty. */
  prefix: string
}

/** Uses only PUT, POST, GET, HEAD and DELETE of objects; `list` and `abortUploads` alone list the bucket. */
export function s3Objects(
  { bucket, prefix, ...account }: S3Place,
  patience: Patience = PATIENCE,
  parts = PARTS,
): Objects {
  const requests = new S3Requests(account)
  const start = prefix === '' ? '' : `${prefix}/`
  const at = (name: string): { Bucket: string; Key: string } => ({
    Bucket: bucket,
    Key: start + objectName(name),
  })

  const ask = async <Answer>(
    name: string,
    request: S3Request<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    await requests.loaded()
    const until = performance.now() + patience.answer
    return await withRetries({ most: MAX_TRIES, until, signal }, async () => {
      const controller = new AbortController()
      const ends = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
      const late = (): void => controller.abort(new Error('too late'))
      return await withTimeout(
        Math.max(until - performance.now(), 1),
        requests.send(name, request, ends),
        late,
      )
    }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw unavailable(name, error)
    })
  }

  /** Each attempt rereads the file. */
  const upload = async <Answer>(
    name: string,
    file: FilePart | undefined,
    request: (s3: S3, options: { abortSignal: AbortSignal }, body: Readable) => Promise<Answer>,
  ): Promise<Answer> => {
    await requests.loaded()
    return await withRetries(
      { most: MAX_PUT_TRIES, until: performance.now() + patience.put },
      async () => {
        const controller = new AbortController()
        const watch = setTimeout(
          () => controller.abort(new TransientError('it stopped accepting data')),
          patience.putStalled,
        )
        const body = file
          ? withSum(Readable.from(counted(piecesOf(file), () => watch.refresh())), file.sha256)
          : Readable.from([])
        body.on('error', error => controller.abort(error))
        try {
          return await requests.send(
            name,
            (s3, options) => request(s3, options, body),
            controller.signal,
          )
        } catch (error) {
          controller.abort(error)
          throw error
        } finally {
          clearTimeout(watch)
          body.destroy()
        }
      },
    ).catch((error: unknown) => {
      throw unavailable(name, error)
    })
  }

  const sizeOf = async (name: string): Promise<number | undefined> => {
    const location = at(name)
    try {
      const head = await ask(name, (s3, options) => s3.headObject(location, options))
      return head.ContentLength
    } catch (error) {
      if (error instanceof NoSuchObject) return undefined
      throw error
    }
  }

  /** After an error the parts are deleted; those of a killed process remain until `abortUploads`. */
  const putInParts = async (
    name: string,
    path: string,
    { bytes, sha256 }: StoredBytes,
  ): Promise<void> => {
    const location = at(name)
    const { UploadId } = await upload(name, undefined, (s3, options) =>
      s3.createMultipartUpload(location, options),
    )
    const begun = { ...location, UploadId }
    try {
      const hash = createHash('sha256')
      const size = Math.max(parts.part, Math.ceil(bytes / MAX_PARTS))
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let start = 0; start < bytes; start += size) {
        const range = { path, start, end: Math.min(start + size, bytes) }
        const part = { ...begun, PartNumber: Parts.length + 1, ContentLength: range.end - start }
        const file = { ...range, sha256: await hashOf(piecesOf(range), hash) }
        const { ETag } = await upload(name, file, (s3, options, Body) =>
          s3.uploadPart({ ...part, Body }, options),
        )
        Parts.push({ PartNumber: part.PartNumber, ETag })
      }
      if (hash.digest('hex') !== sha256) throw new Error(`${path} differs from the file to store`)
      const MultipartUpload = { Parts }
      await upload(name, undefined, (s3, options) =>
        s3.completeMultipartUpload({ ...begun, MultipartUpload }, options),
      )
    } catch (error) {
      await abort(name, begun).catch(() => undefined)
      throw error
    }
  }

  const abort = async (name: string, begun: Begun): Promise<void> => {
    await upload(name, undefined, (s3, options) => s3.abortMultipartUpload(begun, options))
  }

  return {
    async put(name, path, { bytes, sha256 }) {
      const location = at(name)
      if (bytes > parts.above) {
        return await putInParts(name, path, { bytes, sha256 }).catch(async (error: unknown) => {
          // S3 no longer knows a completed upload: its response was lost.
          if (!(error instanceof NoSuchObject) || (await sizeOf(name)) !== bytes) throw error
        })
      }
      await upload(name, { path, sha256 }, (s3, options, Body) =>
        s3.putObject({ ...location, Body, ContentLength: bytes }, options),
      )
    },

    async get(name, { range, signal } = {}) {
      const location = at(name)
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      const answer = await ask(
        name,
        (s3, options) => s3.getObject({ ...location, Range }, options),
        signal,
      )
      // In Node.js, the SDK returns the response itself.
      const pieces = answer.Body as Readable
      if (range && !isRange(answer, range)) {
        pieces.destroy()
        const returned = answer.ContentRange ?? answer.$metadata.httpStatusCode
        throw new ObjectDamaged(name, `it returned ${returned} for ${Range}`)
      }
      return body(pieces, name, patience.stalled, signal)
    },

    size: sizeOf,

    async delete(name) {
      const location = at(name)
      await ask(name, (s3, options) => s3.deleteObject(location, options)).catch(
        (error: unknown) => {
          if (!(error instanceof NoSuchObject)) throw error
        },
      )
    },

    async abortUploads(names) {
      const input = { Bucket: bucket, Prefix: start + names }
      let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
      for (let more = true; more;) {
        const page = await ask(names, (s3, options) =>
          s3.listMultipartUploads({ ...input, ...next }, options),
        )
        for (const { Key = '', UploadId } of page.Uploads ?? []) {
          if (Key.startsWith(input.Prefix))
            await abort(Key.slice(start.length), { Bucket: bucket, Key, UploadId })
        }
        next = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        more = page.IsTruncated === true
      }
    },

    async *list() {
      // URL encoding: names of foreign objects may not be valid in XML.
      const input = { Bucket: bucket, Prefix: start, EncodingType: 'url' } as const
      let ContinuationToken: string | undefined
      do {
        const token = ContinuationToken
        const page = await ask('list', (s3, options) =>
          s3.listObjectsV2({ ...input, ContinuationToken: token }, options),
        ).catch((error: unknown) => {
          throw notListable(error)
        })
        if (page.Name === undefined)
          throw new LakeUnavailable('The lake does not list its objects: the answer is not a list')
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const key = decodeURIComponent(Key.replaceAll('+', ' '))
          yield { name: key.slice(start.length), bytes: Size, at: LastModified ?? new Date(0) }
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
  }
}

type Begun = { Bucket: string; Key: string; UploadId: string | undefined }

type FilePart = { path: string; sha256: string } & Partial<ByteRange>

function isRange(
  { $metadata, ContentRange }: GetObjectCommandOutput,
  { start, end }: ByteRange,
): boolean {
  return (
    $metadata.httpStatusCode === 206 &&
    ContentRange?.startsWith(`bytes ${start}-${end - 1}/`) === true
  )
}

async function* body(
  pieces: Readable,
  name: string,
  stalled: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* failOnStall(pieces, stalled)
  } catch (error) {
    signal?.throwIfAborted()
    throw new LakeUnavailable(
      `Reading object ${name} of the lake failed: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

function piecesOf({ path, start, end }: Omit<FilePart, 'sha256'>): AsyncIterable<Uint8Array> {
  return createReadStream(path, {
    highWaterMark: PIECE,
    ...(end !== undefined && { start, end: end - 1 }),
  })
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  taken: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    taken()
  }
}

async function hashOf(pieces: AsyncIterable<Uint8Array>, hash: Hash): Promise<string> {
  const part = createHash('sha256')
  for await (const piece of pieces) {
    part.update(piece)
    hash.update(piece)
  }
  return part.digest('hex')
}

function unavailable(name: string, error: unknown): Error {
  if (!(error instanceof TransientError)) return error as Error
  return new LakeUnavailable(`The lake does not respond for object ${name}: ${error.message}`, {
    cause: error,
  })
}
