import { isDeepStrictEqual, promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi'
import type Joi from 'joi'
import { LRUCache } from 'lru-cache'
import type { AnswerHeaders, ListAnswer, ObjectAnswer } from './answers.ts'
import { pageOf } from './list-page.ts'
import { parseTarget } from './query.ts'
import { etagOf, isKnown, workOf } from './request.ts'
import { ownBounds } from '../../core/runtime/machine.ts'
import { type KeptRows, SharedWork } from '../../core/runtime/shared-work.ts'
import { filterInSlices, forEachInSlices } from '../../core/runtime/slices.ts'
import type { Work } from '../../core/runtime/work.ts'

interface Serialized {
  bytes: Buffer
  totalRows?: number
  unmatchedFilters?: string | undefined
}

const CACHE_BYTES = 64 * 2 ** 20

const MIN_COMPRESSED = 1024

/** Rows checked and written per slice, a few milliseconds. */
const ROWS_AT_ONCE = 10

const compress = promisify(gzip)

/** Stands for bytes that an in-process caller takes directly. */
const ASIDE = 'aside'

/** The most requested lists, whose replies outlive the process. */
export const READY = { getRecommendations: '/v1/recommendations', getAlerts: '/v1/alerts' } as const

/** The cache place of a reply with the parameters of `?appId=N`, however they are written: tools also send defaults. */
function placeOf(target: string): string | undefined {
  const [, path, appId] = /^([^?]+)\?(?:.*&)?appId=(\d{1,16})(?:&|$)/.exec(target) ?? []
  const [operationId] = Object.entries(READY).find(([, ready]) => ready === path) ?? []
  if (operationId === undefined) return undefined
  const parsed = (target: string) => parseTarget(operationId as keyof typeof READY, target, {})
  return isDeepStrictEqual(parsed(target), parsed(`${path}?appId=${appId}`))
    ? `reply ${path} ${appId}`
    : undefined
}

/** The bytes of a body, cached if its target has a place. */
export async function serialized(
  answer: ListAnswer | ObjectAnswer,
  schema: Joi.Schema,
  { target, work, keptRows }: { target: string; work: Work; keptRows: KeptRows | undefined },
): Promise<Serialized> {
  const make = async (): Promise<Serialized> => {
    const unmatchedFilters = await answer.unmatched?.(work)
    const made =
      answer.kind === 'list'
        ? await serializeList(
            await pageOf(await answer.body(work), answer.page, answer.orders),
            schema,
          )
        : await serializeObject(await answer.body(work), schema)
    return { ...made, unmatchedFilters }
  }
  const slot = keptRows && placeOf(target)
  if (keptRows === undefined || slot === undefined) return await make()
  const [row] = await keptRows(slot, answer.tag, async () => {
    const { bytes, totalRows } = await make()
    return [{ text: bytes.toString(), totalRows }]
  })
  return {
    bytes: Buffer.from(row!.text),
    ...(row!.totalRows !== undefined && { totalRows: row!.totalRows }),
  }
}

const sent = new WeakMap<AnswerHeaders, Record<string, string>>()

/** With lower-case names, once for all responses with the same headers. */
function sentHeaders(headers: AnswerHeaders): Record<string, string> {
  const known = sent.get(headers)
  if (known !== undefined) return known
  const present = Object.entries(headers).filter(([, value]) => value !== undefined)
  const made = Object.fromEntries(
    present.map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
  sent.set(headers, made)
  return made
}

/** Built once per tag, then served as bytes. */
export class JsonReplies {
  readonly #cache: LRUCache<string, Serialized>
  readonly #making = new SharedWork<Serialized>()
  readonly #outliving: KeptRows | undefined

  constructor(
    outliving?: KeptRows,
    maxBytes: number = Math.round(CACHE_BYTES * ownBounds().caches),
  ) {
    this.#outliving = outliving
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes.length + 512,
    })
  }

  /**
   * 304 if the caller's copy is current.
   * @throws Error if the body violates the contract
   */
  async reply(
    request: Request,
    h: ResponseToolkit,
    answer: ListAnswer | ObjectAnswer,
    schema: Joi.Schema,
  ): Promise<ResponseObject> {
    const etag = etagOf(answer)
    const isCurrent = isKnown(request, etag)
    request.app.cached = isCurrent || this.#cache.has(answer.tag)
    let response: ResponseObject
    try {
      response = isCurrent ? h.response().code(304) : await this.#full(request, h, answer, schema)
    } catch (error) {
      const other = answer.otherwise?.(error)
      if (other === undefined) throw error
      return await this.reply(request, h, other, schema)
    }
    return response
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .vary('authorization')
      .vary('accept-encoding')
  }

  async #full(
    request: Request,
    h: ResponseToolkit,
    answer: ListAnswer | ObjectAnswer,
    schema: Joi.Schema,
  ): Promise<ResponseObject> {
    const target = request.raw.req.url!
    const plain = await this.#once(answer.tag, request, work =>
      serialized(answer, schema, { target, work, keptRows: this.#outliving }),
    )
    const zipped = request.info.acceptEncoding === 'gzip' && plain.bytes.length >= MIN_COMPRESSED
    const { bytes } = zipped
      ? await this.#once(`gzip ${answer.tag}`, request, () => compressed(plain))
      : plain
    const { aside } = request.app
    if (aside !== undefined) aside.bytes = plain.bytes
    const response = h.response(aside === undefined ? bytes : ASIDE).type('application/json')
    if (zipped) response.header('content-encoding', 'gzip')
    Object.assign(response.headers, sentHeaders(answer.headers))
    if (plain.unmatchedFilters !== undefined)
      response.header('unmatched-filters', plain.unmatchedFilters)
    return plain.totalRows === undefined
      ? response
      : response.header('total-rows', String(plain.totalRows))
  }

  #once(
    key: string,
    request: Request,
    make: (work: Work) => Promise<Serialized>,
  ): Serialized | Promise<Serialized> {
    return (
      this.#cache.get(key) ??
      this.#making.join(key, workOf(request), async work => {
        const made = await make(work)
        this.#cache.set(key, made)
        return made
      })
    )
  }
}

async function serializeList(
  { rows, total }: { rows: readonly unknown[]; total: number },
  schema: Joi.Schema,
): Promise<Serialized> {
  if (!Array.isArray(rows)) throw new Error('Response violates the contract: expected a list')
  return { bytes: await concatenated(await listParts(rows, schema)), totalRows: total }
}

/** One row per line, so that readers can split a long list cheaply: `parseInSlices`. */
async function listParts(list: readonly unknown[], schema: Joi.Schema): Promise<Buffer[]> {
  if ((await filterInSlices(list, hasLongList)).length > 0)
    return await widePart(list as readonly object[], schema)
  const starts = Array.from(
    { length: Math.ceil(list.length / ROWS_AT_ONCE) },
    (_, index) => index * ROWS_AT_ONCE,
  )
  const parts = [Buffer.from(list.length > 1 ? '[\n' : '[')]
  await forEachInSlices(starts, start => {
    const rows = list.slice(start, start + ROWS_AT_ONCE)
    requireValid(schema, rows, `, counted from row ${start}`)
    parts.push(
      Buffer.from(`${start === 0 ? '' : ',\n'}${rows.map(row => JSON.stringify(row)).join(',\n')}`),
    )
  })
  return [...parts, Buffer.from(list.length > 1 ? '\n]' : ']')]
}

/** Like `Buffer.concat`, which takes tens of milliseconds for a long list. */
async function concatenated(parts: readonly Buffer[]): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, { length }) => size + length, 0))
  let end = 0
  await forEachInSlices(parts, part => {
    end += part.copy(bytes, end)
  })
  return bytes
}

function hasLongList(row: unknown): boolean {
  return (
    typeof row === 'object' &&
    row !== null &&
    Object.values(row).some(value => Array.isArray(value) && value.length > ROWS_AT_ONCE)
  )
}

/** Parts of a list whose rows contain long lists. */
async function widePart(list: readonly object[], schema: Joi.Schema): Promise<Buffer[]> {
  const parts: Buffer[] = []
  const row = (schema.$_terms['items'] as Joi.Schema[])[0]!
  for (const item of list)
    parts.push(Buffer.from(parts.length === 0 ? '[' : ','), ...(await objectParts(item, row)))
  return [...parts, Buffer.from(']')]
}

/** An object's lists may be long too. */
async function serializeObject(body: object, schema: Joi.Schema): Promise<Serialized> {
  return { bytes: await concatenated(await objectParts(body, schema)) }
}

async function objectParts(body: object, schema: Joi.Schema): Promise<Buffer[]> {
  const parts: Buffer[] = [Buffer.from('{')]
  const short: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    const isList = Array.isArray(value)
    short[name] = isList ? value.slice(0, ROWS_AT_ONCE) : value
    parts.push(Buffer.from(`${parts.length === 1 ? '' : ','}${JSON.stringify(name)}:`))
    parts.push(
      ...(isList
        ? await listParts(value, schema.extract(name))
        : [Buffer.from(JSON.stringify(value))]),
    )
  }
  requireValid(schema, short)
  return [...parts, Buffer.from('}')]
}

/** Strict: otherwise a number as text would pass and break typed clients. */
function requireValid(schema: Joi.Schema, value: unknown, where = ''): void {
  const { error } = schema.validate(value, { convert: false, abortEarly: true })
  if (error !== undefined)
    throw new Error(`Response violates the contract${where}: ${error.message}`, { cause: error })
}

async function compressed({ bytes, ...headers }: Serialized): Promise<Serialized> {
  return { ...headers, bytes: await compress(bytes) }
}
