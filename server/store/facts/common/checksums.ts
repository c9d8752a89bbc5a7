import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sealed } from '../../../core/model/catalog.ts'

/** Size and SHA-256 of a file. A stream would cost more than the checksum, since most files are small. Reads at most one piece beyond `most`. */
export async function sealed(path: string, most = Infinity, signal?: AbortSignal): Promise<Sealed> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(Math.min(1_048_576, (await file.stat()).size + 1))
    let bytes = 0
    while (bytes <= most) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) break
      bytes += bytesRead
      hash.update(buffer.subarray(0, bytesRead))
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}

/** Copies at most `most` bytes, since a file may grow, and syncs. */
export async function copySealed(
  from: Promise<FileHandle>,
  to: string,
  most: number,
): Promise<Sealed> {
  const hash = createHash('sha256')
  let bytes = 0
  const hashing = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  const source = await from
  try {
    if (most === 0) await (await open(to, 'wx', 0o600)).close()
    else {
      const input = source.createReadStream({
        autoClose: false,
        highWaterMark: 1_048_576,
        end: most - 1,
      })
      await pipeline(
        input,
        hashing,
        createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
      )
    }
  } finally {
    await source.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Rejects with the signal's reason, or if the file cannot be read. */
export async function isIntact(
  path: string,
  { bytes, sha256 }: Sealed,
  signal?: AbortSignal,
): Promise<boolean> {
  const actual = await sealed(path, bytes, signal)
  return actual.bytes === bytes && actual.sha256 === sha256
}
