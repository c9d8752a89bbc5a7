import { CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { isObject, type PostedHeaders } from './message.ts'
import { servedByLibrary } from './protocol.ts'
import { type EndpointParts, type Era, type McpAnswer, REVISION_2026, type ToolAnswer, UI_EXTENSION } from './served.ts'

/** Placeholders for the result and the request's id in a response of the library. */
const TEXT = randomUUID()
const STRUCTURED = { [randomUUID()]: true }
const ID = randomUUID()
const SLOTS = [TEXT, STRUCTURED, ID].map(value => JSON.stringify(value))
const SLOT = new RegExp(`(${SLOTS.join('|')})`)

type Shape = Pick<ToolAnswer, 'isError'> & { structured: boolean }

interface Frame {
  status: number
  pieces: readonly string[]
}

/** Writes responses to `tools/call` by putting results into frames that the library made once. */
export class ResultFrames {
  readonly #frames = new Map<string, Promise<Frame>>()
  readonly #written: Record<Era, WeakMap<ToolAnswer, ReadyAnswer>> = { '2025': new WeakMap(), '2026': new WeakMap() }
  readonly #ask: (era: Era, args: object) => Promise<Frame>

  constructor(parts: Pick<EndpointParts<never, never>, 'resources' | 'instructions' | 'version'>) {
    const library = servedByLibrary({ ...parts, tools: [PROBE], context: () => undefined, onFault: () => undefined })
    this.#ask = async (era, args) => {
      const { headers, body } = buildRequest(era, 'tools/call', { name: PROBE.name, arguments: args }, ID)
      const { status, body: written } = await library(headers, body, undefined)
      return { status, pieces: String(written).split(SLOT) }
    }
  }

  /** Cached with the result; null if the result has more than one text and an object. */
  async of(era: Era, result: ToolAnswer): Promise<ReadyAnswer | null> {
    const known = this.#written[era].get(result)
    if (known !== undefined) return known
    const [text, json] = [textOf(result), jsonOf(result)]
    if (text === null || json === null) return null
    const { isError } = result
    const shape = { structured: json !== undefined, ...(isError === undefined ? {} : { isError }) }
    const written = write(await this.#frame(era, shape), [JSON.stringify(text), json])
    this.#written[era].set(result, written)
    return written
  }

  async ofFault(era: Era): Promise<ReadyAnswer> {
    return write(await this.#frame(era, 'fault'), [])
  }

  #frame(era: Era, shape: Shape | 'fault'): Promise<Frame> {
    const args = shape === 'fault' ? {} : shape
    const key = `${era} ${JSON.stringify(args)}`
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    const frame = this.#ask(era, args)
    this.#frames.set(key, frame)
    // Do not cache a failure: the next call retries.
    frame.catch(() => this.#frames.delete(key))
    return frame
  }
}

/** A tool that returns the shape its arguments name, and fails without any. */
const PROBE = {
  name: 'probe',
  title: '',
  description: '',
  inputSchema: { type: 'object' as const },
  outputSchema: { type: 'object' as const },
  annotations: {},
  async call(args: unknown): Promise<ToolAnswer> {
    const { structured, isError } = args as Partial<Shape>
    if (structured === undefined) throw new Error('as asked')
    const content: ToolAnswer['content'] = [{ type: 'text', text: TEXT }]
    return { content, ...(structured ? { structuredContent: STRUCTURED } : {}), ...(isError === undefined ? {} : { isError }) }
  },
}

function textOf({ content: [first, ...others] }: ToolAnswer): string | null {
  return first?.type === 'text' && others.length === 0 && Object.keys(first).length === 2 ? first.text : null
}

/** Undefined without structured content; null if it is not an object. */
function jsonOf(result: ToolAnswer): string | null | undefined {
  if (result.json !== undefined) return result.json
  const { structuredContent } = result
  if (structuredContent === undefined) return undefined
  return isObject(structuredContent) ? JSON.stringify(structuredContent) : null
}

function write({ status, pieces }: Frame, [text, json]: readonly (string | undefined)[]): ReadyAnswer {
  const values: Record<string, string | undefined> = { [SLOTS[0]!]: text, [SLOTS[1]!]: json }
  const id = pieces.indexOf(SLOTS[2]!)
  const filled = pieces.map(piece => values[piece] ?? piece)
  if (id === -1) throw new Error('The library responded without the id of the request')
  return new ReadyAnswer(status, filled.slice(0, id).join(''), filled.slice(id + 1).join(''))
}

const MIN_COMPRESSED = 1024

/** Maximum bytes of a stored block, RFC 1951, 3.2.4. */
const MAX_STORED = 65_535

/** Header of a member without name and time, RFC 1952, 2.3. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const deflate = promisify(deflateRaw) as (bytes: Buffer, options: { finishFlush: number }) => Promise<Buffer>

/** A compressed prefix up to the request's id; the rest is appended. */
interface Zipped {
  bytes: Buffer
  crc: number
}

/** A prepared response in which only the request's id varies, plain or compressed. */
export class ReadyAnswer {
  readonly #status: number
  readonly #head: Buffer
  readonly #tail: string
  #zipped: Promise<Zipped> | undefined

  /** @param head what comes before the request's id, in JSON. @param tail what comes after it */
  constructor(status: number, head: string, tail: string) {
    this.#status = status
    this.#head = Buffer.from(head)
    this.#tail = tail
  }

  async to(id: string | number, acceptsGzip: boolean): Promise<McpAnswer> {
    const end = Buffer.from(JSON.stringify(id) + this.#tail)
    const status = this.#status
    if (!acceptsGzip || this.#head.length < MIN_COMPRESSED || end.length > MAX_STORED) {
      return { status, body: Buffer.concat([this.#head, end]) }
    }
    return { status, body: this.#gzip(await (this.#zipped ??= zip(this.#head)), end), zipped: true }
  }

  /** One member: not every reader accepts several. */
  #gzip({ bytes, crc }: Zipped, end: Buffer): Buffer {
    const block = Buffer.from([1, 0, 0, 0, 0])
    block.writeUInt16LE(end.length, 1)
    block.writeUInt16LE(end.length ^ 0xffff, 3)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(end, crc), 0)
    trailer.writeUInt32LE(this.#head.length + end.length, 4)
    return Buffer.concat([GZIP_HEADER, bytes, block, end, trailer])
  }
}

/** Not ended: the flush aligns it to a byte. */
async function zip(head: Buffer): Promise<Zipped> {
  return { bytes: await deflate(head, { finishFlush: constants.Z_SYNC_FLUSH }), crc: crc32(head) }
}

const TYPE = { 'content-type': 'application/json' }

const ENVELOPE = {
  [PROTOCOL_VERSION_META_KEY]: REVISION_2026,
  [CLIENT_CAPABILITIES_META_KEY]: { extensions: { [UI_EXTENSION]: {} } },
}

/** Builds a request to prime the cache. */
export function buildRequest(
  era: Era,
  method: string,
  params: Readonly<Record<string, unknown>>,
  id: string,
): { headers: PostedHeaders; body: object } {
  if (era === '2025') return { headers: TYPE, body: { jsonrpc: '2.0', id, method, params } }
  const name = params['name'] ?? params['uri']
  const named = typeof name === 'string' ? { 'mcp-name': name } : {}
  const headers = { ...TYPE, 'mcp-protocol-version': REVISION_2026, 'mcp-method': method, ...named }
  return { headers, body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: ENVELOPE } } }
}
