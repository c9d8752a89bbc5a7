import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { McpAnswer } from './answer.ts'

/** Smaller answers are not worth compressing. */
const LEAST_COMPRESSED = 1024

/** Most bytes of a stored block, RFC 1951, 3.2.4. */
const MOST_STORED = 65_535

/** Of a member without name and time, RFC 1952, 2.3. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const deflate = promisify(deflateRaw) as (bytes: Buffer, options: { finishFlush: number }) => Promise<Buffer>

/** Everything before the request's id, once compressed: whatever follows is appended as it is. */
interface Zipped {
  bytes: Buffer
  crc: number
}

/** An answer that is the same for every request but for its id, ready to be sent, plain or compressed. */
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
    if (!acceptsGzip || this.#head.length < LEAST_COMPRESSED || end.length > MOST_STORED) {
      return { status, body: Buffer.concat([this.#head, end]) }
    }
    return { status, body: this.#gzip(await (this.#zipped ??= zip(this.#head)), end), zipped: true }
  }

  /** One member, since not every reader takes several. */
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

/** Not ended: the flush leaves it at a whole byte. */
async function zip(head: Buffer): Promise<Zipped> {
  return { bytes: await deflate(head, { finishFlush: constants.Z_SYNC_FLUSH }), crc: crc32(head) }
}
