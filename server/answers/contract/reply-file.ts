import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi'
import { create as contentDisposition } from 'content-disposition'
import type { FileHandle } from 'node:fs/promises'
import { problem } from '../../core/checks/problem.ts'
import type { SmallFiles } from '../../store/files/spool-folder.ts'
import type { Spool } from '../../store/files/spool.ts'
import type { FileAnswer } from './answers.ts'
import { etagOf, headerOf, isKnown, workOf } from './request.ts'
import { sum } from '../../core/formulas/sums.ts'

const MEDIA_TYPES = { parquet: 'application/octet-stream', csv: 'text/csv; charset=utf-8' } as const

export interface FileSource {
  spool: Spool
  small: SmallFiles
  downloads: Downloads
}

export async function replyFile(
  request: Request,
  h: ResponseToolkit,
  answer: FileAnswer,
  { spool, small, downloads }: FileSource,
): Promise<ResponseObject> {
  const etag = etagOf(answer)
  // A browser's cache keeps a copy for each credential.
  const cacheable = (response: ResponseObject) =>
    response
      .header('etag', etag)
      .header('cache-control', answer.store === false ? 'no-store' : 'private, no-cache')
      .vary('authorization')
  if (isKnown(request, etag)) {
    request.app.cached = true
    return cacheable(h.response().code(304))
  }

  const { companyId, counted } = request.auth.credentials.app!
  if (!counted) downloads.refuseMore(companyId)
  const unmatchedFilters = await answer.unmatched?.(workOf(request))
  const name = `${answer.format} ${answer.tag}`
  const opened =
    small.get(name) ?? (await spool.open(answer.tag, answer.format, answer.build, workOf(request)))
  const file = 'bytes' in opened ? opened : ((await small.read(name, opened)) ?? opened)
  const { size, totalRows } = file
  request.app.cached = 'bytes' in opened || opened.isCached
  try {
    // In-process requests are read into memory and leave nothing open.
    if (!counted)
      void ('bytes' in file ? sent(request) : file.closed).then(
        downloads.begin(companyId, { tag: answer.tag, size }),
      )
    const part = requestedPart(request, etag, size)
    const { start, end } = part ?? { start: 0, end: size - 1 }
    const response = h.response(
      'bytes' in file
        ? file.bytes.subarray(start, end + 1)
        : streamOf(request, file.handle, { start, end }),
    )
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) response.header(name, String(value))
    }
    if (unmatchedFilters !== undefined) response.header('unmatched-filters', unmatchedFilters)
    if (part !== null)
      response.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
    return cacheable(response)
      .bytes(part === null ? size : part.end - part.start + 1)
      .type(MEDIA_TYPES[answer.format])
      .header('content-disposition', attachment(answer.fileName))
      .header('accept-ranges', 'bytes')
      .header('total-rows', String(totalRows))
  } catch (error) {
    if ('handle' in file) await file.handle.close()
    throw error
  }
}

/** Resolves when the response was sent or the caller left. */
async function sent({ raw: { res } }: Request): Promise<void> {
  // Disconnected callers are logged elsewhere.
  if (res.closed || res.destroyed) return
  await new Promise(resolve => res.once('finish', resolve).once('close', resolve))
}

/** Null: the whole file. `Range` applies to GET only; with `If-Range` only to the same bytes. */
function requestedPart(request: Request, etag: string, size: number): ByteRange | null {
  const ifRange = headerOf(request, 'if-range')
  if (request.method !== 'get' || (ifRange !== undefined && ifRange !== etag)) return null
  const part = parseByteRange(headerOf(request, 'range'), size)
  if (part !== 'unsatisfiable') return part
  throw problem('range_not_satisfiable', `The file has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  })
}

interface ByteRange {
  start: number
  end: number
}

/**
 * The range of a `Range` header (RFC 9110, 14.1.2). Null means everything: no header, a malformed one, or several parts, which a server may
 * ignore.
 */
function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const parts = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  const [first, last] = [parts?.[1] ?? '', parts?.[2] ?? '']
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)]
  if (start > end) return null
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

/** Closes the handle at the end, on errors, and if the caller disconnects. */
function streamOf(
  request: Request,
  handle: FileHandle,
  { start, end }: ByteRange,
): NodeJS.ReadableStream {
  const stream = handle.createReadStream({ start, end, highWaterMark: 256 * 1024 })
  request.app.stream = stream
  // Registered first: a truncated file must not look complete.
  stream.once('end', () => {
    if (stream.bytesRead !== end - start + 1) request.raw.res.destroy()
  })
  return stream
}

/** Always writes both forms; the library omits `filename*` for plain ASCII. Other characters become `_` in `filename`. */
function attachment(fileName: string): string {
  const header = contentDisposition(fileName, { fallback: fileName.replace(/[^\x20-\x7e]/gu, '_') })
  if (/filename\*=/i.test(header)) return header
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${header}; filename*=UTF-8''${encoded}`
}

interface DownloadBounds {
  most?: number | undefined
  /** Total bytes of all files; a single file may exceed it. */
  mostBytes: number
}

/** The disk space of an open file cannot be reused. */
interface Download {
  tag: string
  /** Bytes. */
  size: number
}

const MAX_DOWNLOADS = 16

/** Suggested wait, s. */
const RETRY_AFTER = 10

/** Limits a company's open downloads over all keys, users and links. */
export class Downloads {
  readonly #most: number
  readonly #mostBytes: number
  readonly #open = new Map<number, Set<Download>>()

  constructor({ most = MAX_DOWNLOADS, mostBytes }: DownloadBounds) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  get open(): number {
    let open = 0
    for (const downloads of this.#open.values()) open += downloads.size
    return open
  }

  /**
   * Call before building a file.
   * @throws `too_many_downloads`
   */
  refuseMore(companyId: number): void {
    const open = this.#open.get(companyId)?.size ?? 0
    if (open >= this.#most)
      throw tooMany(`The company has ${open} open downloads, of at most ${this.#most}.`)
  }

  /**
   * Counts a download until the returned function is called.
   * @throws `too_many_downloads`
   */
  begin(companyId: number, download: Download): () => void {
    this.refuseMore(companyId)
    const open = this.#open.get(companyId) ?? new Set()
    const sizes = new Map([...open, download].map(({ tag, size }) => [tag, size]))
    const bytes = sum(sizes.values())
    if (sizes.size > 1 && bytes > this.#mostBytes) {
      throw tooMany(
        `The files of the company's open downloads would have more than ${Math.floor(this.#mostBytes / 2 ** 20)} MiB together.`,
      )
    }
    this.#open.set(companyId, open.add(download))
    return () => {
      open.delete(download)
      if (open.size === 0) this.#open.delete(companyId)
    }
  }
}

function tooMany(reason: string) {
  return problem('too_many_downloads', `${reason} Finish one of them first.`, {
    headers: { 'retry-after': RETRY_AFTER },
  })
}
