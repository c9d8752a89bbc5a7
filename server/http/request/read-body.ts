import type { IncomingMessage } from 'node:http'

/**
 * Reads a request's body of at most `most` bytes; null where it is longer, at once where its `Content-Length` says so. What is left
 * of a longer one is nobody's any more: see `unread-bodies.ts`.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.resolve(null)
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= most) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve(null)
      }
    })
    request.once('end', () => resolve(bytes > most ? null : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    request.once('error', reject)
    // It closes after its end too, of every request.
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the caller went away'))
    })
  })
}
