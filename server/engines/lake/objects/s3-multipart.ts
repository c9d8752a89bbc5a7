import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { TransientError } from './patience.ts'

/** Files above a size are uploaded in parts: S3 takes at most 5 GiB in one piece, and a failed piece is sent again whole. Bytes. */
export const PARTS = { above: 64 * 2 ** 20, part: 32 * 2 ** 20 }
/** Of S3. */
const MAX_PARTS = 10_000

const PIECE = 262_144
const MAX_ANSWER = 16 * 2 ** 20

export interface PartRequest {
  method: 'POST' | 'PUT' | 'DELETE'
  /** In canonical order and form, since it is signed. */
  query: string
  body?: { bytes: number; sha256: string; pieces: () => AsyncIterable<Uint8Array> }
}

/** Sends a request for one object, with retries. */
export type SendPart = (request: PartRequest) => Promise<IncomingMessage>

/** Uploads a file in parts. After an error the parts are deleted; those of a killed process remain until `abortUploads`. */
export async function putInParts(
  send: SendPart,
  path: string,
  { bytes, sha256 }: { bytes: number; sha256: string },
  part: number,
): Promise<void> {
  const begun = await textOf(await send({ method: 'POST', query: 'uploads=' }))
  const id = encodeURIComponent(valueOf(begun, 'UploadId') ?? '')
  try {
    const whole = createHash('sha256')
    const size = Math.max(part, Math.ceil(bytes / MAX_PARTS))
    const tags: string[] = []
    for (let start = 0; start < bytes; start += size) {
      const range = { start, end: Math.min(start + size, bytes) }
      const pieces = (): AsyncIterable<Uint8Array> => createReadStream(path, { start, end: range.end - 1, highWaterMark: PIECE })
      const body = { bytes: range.end - start, sha256: await hashOf(pieces(), whole), pieces }
      const answer = await send({ method: 'PUT', query: `partNumber=${tags.length + 1}&uploadId=${id}`, body })
      answer.resume()
      tags.push(answer.headers.etag ?? '')
    }
    if (whole.digest('hex') !== sha256) throw new Error(`${path} differs from the file to store`)
    await complete(send, id, tags)
  } catch (error) {
    await send({ method: 'DELETE', query: `uploadId=${id}` }).then(
      answer => answer.resume(),
      () => undefined,
    )
    throw error
  }
}

async function hashOf(pieces: AsyncIterable<Uint8Array>, whole: Hash): Promise<string> {
  const part = createHash('sha256')
  for await (const piece of pieces) {
    part.update(piece)
    whole.update(piece)
  }
  return part.digest('hex')
}

async function complete(send: SendPart, id: string, tags: readonly string[]): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const sha256 = createHash('sha256').update(body).digest('hex')
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    yield body
  }
  const answer = await textOf(await send({ method: 'POST', query: `uploadId=${id}`, body: { bytes: body.length, sha256, pieces } }))
  // S3 may report an error after it has answered 200.
  const code = answer.includes('<Error>') ? valueOf(answer, 'Code') : undefined
  if (code !== undefined) throw new TransientError(code)
}

/** Keys and ids of uploads in a list of S3. */
export function uploadsIn(list: string): { key: string; id: string }[] {
  return list
    .split('<Upload>')
    .slice(1)
    .map(upload => ({ key: valueOf(upload, 'Key') ?? '', id: valueOf(upload, 'UploadId') ?? '' }))
}

export async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of answer) {
    text += String(piece)
    if (text.length > MAX_ANSWER) throw new TransientError('the answer is too long')
  }
  return text
}

function valueOf(xml: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]{1,2000})</${tag}>`).exec(xml)?.[1]
}
