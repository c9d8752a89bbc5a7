import type { Readable } from 'node:stream'

/**
 * Reads a body of at most `most` bytes; null where it is longer. The rest of a longer one is let run out unread, since an answer
 * sent while the caller still writes could be lost with the connection.
 */
export function readBody(stream: Readable, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve(null)
      }
    })
    stream.once('end', () => resolve(bytes <= most ? Buffer.concat(chunks) : null))
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('the caller went away')))
  })
}
