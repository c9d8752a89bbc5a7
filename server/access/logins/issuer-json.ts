import { isSecureAddress } from '../../process/secure-address.ts'

/** Most that an issuer's answer may have, in bytes, decompressed; metadata and key sets have a few thousand. */
const MOST_BYTES = 2 ** 20

/**
 * Gets a JSON document of the issuer. Only from the very address, over TLS or from this machine: where a redirect leads to is not
 * the operator's choice. Rejects with an Error that says why, for the log.
 */
export async function issuerJson(address: string, signal: AbortSignal): Promise<unknown> {
  if (!isSecureAddress(address)) throw new Error('is without TLS')
  const answer = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'manual', signal })
  if (answer.status === 200) return JSON.parse(await boundedText(answer)) as unknown
  await answer.body?.cancel()
  throw new Error(`HTTP ${answer.status}${answer.status >= 300 && answer.status < 400 ? ': redirects are not followed' : ''}`)
}

/** Leaving the loop ends the connection: the rest never comes. */
async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Error(`answers with more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
