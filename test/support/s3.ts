import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { temporaryFolder } from './temporary-folder.ts'
import { latency } from './pauses.ts'

export const S3_KEYS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a+secret/of-tests' }
export const S3_REGION = 'eu-north-1'

export interface S3Call {
  method: string
  /** `BUCKET/PREFIX/NAME`. */
  key: string
  query: string
  range: string | undefined
}

/** What goes wrong with a request. */
export interface S3Fault {
  /** Refused with this status. */
  status?: number
  /** ms before the answer begins; Infinity: it never does. */
  delay?: number
  /** The connection ends, or, with `stall`, lasts and nothing more comes, after this many bytes of the body. */
  cut?: number
  stall?: boolean
  /** The request of an upload in parts is carried out, and its answer lost. */
  lost?: boolean
  /** The byte at this place of the object differs. */
  wrong?: number
}

export type KeyCheck = (
  accessKeyId: string,
  token: string | undefined,
) => { secret: string } | { code: string }

const fixedKeys: KeyCheck = key =>
  key === S3_KEYS.accessKeyId ? { secret: S3_KEYS.secretAccessKey } : { code: 'InvalidAccessKeyId' }

/** A server that takes for S3 what it does with objects, on a folder, and really holds requests against their signature. */
export interface FakeS3 {
  endpoint: string
  region: string
  /** Where an object is on the disk. */
  path: (key: string) => string
  calls: S3Call[]
  /** Bytes of bodies given out. */
  sent(): number
  /** Whose keys are accepted from now on: their secret, or the code of a refusal; by default `S3_KEYS`. */
  accept(of: KeyCheck): void
  /** What is to go wrong from now on. */
  fault(of: (call: S3Call) => S3Fault | undefined): void
  /** Keys of uploads in parts that are neither complete nor aborted. */
  unfinished(): string[]
  /** Takes no connections until it is up again. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function fakeS3(t: Test, region = S3_REGION): Promise<FakeS3> {
  const folder = temporaryFolder(t, 's3')
  return await runFakeS3(folder, stop => t.teardown(stop), region)
}

/** Starts one over a folder; `onEnd` gets the function that stops it. */
export async function runFakeS3(
  folder: string,
  onEnd: (stop: () => Promise<void>) => void,
  region = S3_REGION,
): Promise<FakeS3> {
  const calls: S3Call[] = []
  let faultOf: (call: S3Call) => S3Fault | undefined = () => undefined
  let keysOf = fixedKeys
  let sent = 0
  const uploads = new Uploads(folder)
  const sockets = new Set<Socket>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', query = ''] = request.url!.slice(1).split('?')
    const call = { method: request.method!, key: path, query, range: request.headers.range }
    calls.push(call)
    const { status, delay = 0, cut, stall, wrong, lost } = faultOf(call) ?? {}
    if (delay === Infinity) return
    if (delay > 0) await latency(delay)
    if (status !== undefined)
      return refuse(
        response,
        status,
        status === 503 ? 'SlowDown' : status === 403 ? 'AccessDenied' : 'InternalError',
      )
    const refused = signatureFault(request, keysOf, region)
    if (refused !== undefined) return refuse(response, 403, refused)
    const file = join(folder, call.key)
    const parameters = new URLSearchParams(query)
    // The operation's name, for the SDK's own logs.
    parameters.delete('x-id')
    if (parameters.get('list-type') === '2')
      return void response.end(await listXml(file, parameters))
    if (parameters.size > 0) {
      await uploads.answer(request, lost ? new ServerResponse(request) : response, {
        key: call.key,
        query: parameters,
      })
      if (lost) response.destroy()
      return
    }
    if (call.method === 'PUT') {
      if (request.headers['content-length'] === undefined)
        return refuse(response, 411, 'MissingContentLength')
      const body = await buffer(request)
      const sha256 = createHash('sha256').update(body).digest('hex')
      if (request.headers['x-amz-content-sha256'] !== sha256)
        return refuse(response, 400, 'XAmzContentSHA256Mismatch')
      await mkdir(dirname(file), { recursive: true })
      const flag = request.headers['if-none-match'] === '*' ? 'wx' : 'w'
      const isNew = await writeFile(file, body, { flag }).then(
        () => true,
        () => false,
      )
      return isNew ? void response.end() : refuse(response, 412, 'PreconditionFailed')
    }
    if (call.method === 'DELETE') {
      await rm(file, { force: true })
      response.writeHead(204).end()
      return
    }
    const size = (await stat(file).catch(() => undefined))?.size
    if (size === undefined) return refuse(response, 404, 'NoSuchKey')
    const rangeMatch = /^bytes=(\d+)-(\d+)$/.exec(call.range ?? '')
    const [start, end] = rangeMatch
      ? [Number(rangeMatch[1]), Math.min(Number(rangeMatch[2]) + 1, size)]
      : [0, size]
    if (start >= end && rangeMatch) return refuse(response, 416, 'InvalidRange')
    const range = rangeMatch ? { 'content-range': `bytes ${start}-${end - 1}/${size}` } : {}
    response.writeHead(rangeMatch ? 206 : 200, { 'content-length': end - start, ...range })
    if (call.method === 'HEAD' || size === 0) return void response.end()
    let at = start
    const spoilt = new Transform({
      transform(piece: Buffer, _, done) {
        const left = start + (cut ?? Infinity) - at
        const part = left < piece.length ? piece.subarray(0, left) : piece
        if (wrong !== undefined && wrong >= at && wrong < at + part.length) part[wrong - at]! ^= 1
        at += piece.length
        sent += part.length
        if (part === piece) return done(null, piece)
        response.write(part, () => (stall ? undefined : response.destroy()))
      },
    })
    await pipeline(createReadStream(file, { start, end: end - 1 }), spoilt, response).catch(
      () => {},
    )
  }

  const server = createServer(
    (request, response) =>
      void handle(request, response).catch((error: Error) => response.destroy(error)),
  )
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const up = (port = 0): Promise<void> =>
    new Promise(resolve => server.listen(port, '127.0.0.1', resolve))
  const down = (): Promise<void> =>
    new Promise(resolve => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await up()
  const { port } = server.address() as AddressInfo
  onEnd(async () => {
    if (server.listening) await down()
  })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region,
    path: key => join(folder, key),
    calls,
    sent: () => sent,
    accept: of => void (keysOf = of),
    fault: of => void (faultOf = of),
    unfinished: () => uploads.keys(),
    down,
    up: () => up(port),
  }
}

/** Uploads in parts, as S3's API reference describes them. */
class Uploads {
  readonly #folder: string
  readonly #open = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  #begun = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  keys(): string[] {
    return [...this.#open.values()].map(({ key }) => key)
  }

  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { key, query }: { key: string; query: URLSearchParams },
  ): Promise<void> {
    const body = await buffer(request)
    const id = query.get('uploadId')
    if (request.method === 'GET')
      return xml(response, this.#list(`${key.replace(/\/$/, '')}/${query.get('prefix')}`))
    if (id === null) {
      const begun = (this.#begun++).toString(16).padStart(32, '0')
      this.#open.set(begun, { key, parts: new Map() })
      return xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const upload = this.#open.get(id)
    if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload')
    if (request.method === 'DELETE') {
      this.#open.delete(id)
      response.writeHead(204).end()
    } else if (request.method === 'PUT') {
      const sha256 = createHash('sha256').update(body).digest('hex')
      if (request.headers['x-amz-content-sha256'] !== sha256)
        return refuse(response, 400, 'XAmzContentSHA256Mismatch')
      upload.parts.set(Number(query.get('partNumber')), body)
      response.setHeader('etag', `"${md5(body)}"`).end()
    } else {
      const parts = [
        ...String(body)
          .replaceAll('&quot;', '"')
          .matchAll(/<Part>(.*?)<\/Part>/gs),
      ].map(([, entry = '']) => {
        const part = upload.parts.get(Number(/<PartNumber>(\d+)</.exec(entry)?.[1]))
        return part && `"${md5(part)}"` === /<ETag>([^<]*)</.exec(entry)?.[1] ? part : undefined
      })
      if (parts.length === 0 || parts.includes(undefined))
        return refuse(response, 400, 'InvalidPart')
      await mkdir(dirname(join(this.#folder, key)), { recursive: true })
      await writeFile(join(this.#folder, key), Buffer.concat(parts as Buffer[]))
      this.#open.delete(id)
      xml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    }
  }

  #list(prefix: string): string {
    const bucket = `${prefix.split('/')[0]}/`
    const matches = [...this.#open].filter(([, { key }]) => key.startsWith(prefix))
    const uploads = matches.map(
      ([id, { key }]) =>
        `<Upload><Key>${key.slice(bucket.length)}</Key><UploadId>${id}</UploadId></Upload>`,
    )
    return `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`
  }
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
}

/** Pages are short, so that every list has several. */
const LISTED = 3

async function listXml(bucket: string, query: URLSearchParams): Promise<string> {
  const entries = await readdir(bucket, { recursive: true, withFileTypes: true }).catch(() => [])
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(bucket, join(entry.parentPath, entry.name)))
  const wanted = names.filter(name => name.startsWith(query.get('prefix') ?? '')).sort()
  const start = Number(/^from&<(\d+)>$/.exec(query.get('continuation-token') ?? '')?.[1] ?? 0)
  const contents = await Promise.all(
    wanted.slice(start, start + LISTED).map(async name => {
      const { size, mtime } = await stat(join(bucket, name))
      const key = encodeURIComponent(name).replaceAll('%2F', '/').replaceAll('%20', '+')
      return `<Contents><Key>${key}</Key><LastModified>${mtime.toISOString()}</LastModified><ETag>&quot;x&quot;</ETag><Size>${size}</Size></Contents>`
    }),
  )
  const next = `from&amp;&lt;${start + LISTED}&gt;`
  const end =
    start + LISTED < wanted.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
      : ''
  return `<?xml version="1.0"?><ListBucketResult><Name>b</Name>${end || '<IsTruncated>false</IsTruncated>'}${contents.join('')}</ListBucketResult>`
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>of ${S3_KEYS.accessKeyId}</Message></Error>`)
}

/** As in signatures: all but letters, digits, `-`, `.`, `_` and `~`. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Code of what is wrong with a request's Signature Version 4, by AWS's own description of it. */
function signatureFault(
  { method, url, headers }: IncomingMessage,
  keysOf: KeyCheck,
  ofRegion: string,
): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (parts === null) return 'AccessDenied'
  const [key, day, region, signed, signature] = parts.slice(1) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const check = keysOf(key, headers['x-amz-security-token'] as string | undefined)
  if ('code' in check) return check.code
  const time = String(headers['x-amz-date'])
  const at = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(at - Date.now()) < 900_000) || !time.startsWith(day)) return 'RequestTimeTooSkewed'
  const names = signed.split(';')
  const must = ['host', ...Object.keys(headers).filter(name => name.startsWith('x-amz-'))]
  if (region !== ofRegion || must.some(name => !names.includes(name)))
    return 'AuthorizationHeaderMalformed'
  const { pathname, searchParams } = new URL(url!, 'http://host')
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map(pair => pair.map(escaped).join('='))
      .sort()
      .join('&'),
    ...names.map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    time,
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const signing = [day, region, 's3', 'aws4_request'].reduce(
    hmac,
    Buffer.from(`AWS4${check.secret}`),
  )
  return timingSafeEqual(hmac(signing, text), Buffer.from(signature, 'hex'))
    ? undefined
    : 'SignatureDoesNotMatch'
}
