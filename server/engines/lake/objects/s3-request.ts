import { AwsV4Signer } from 'aws4fetch'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { Passing } from './patience.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

export interface S3Account {
  region: string
  credentials: S3Credentials
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

/** Connections are kept: one more costs several round trips. */
const KEPT = { keepAlive: true, maxSockets: 64 }
const [http, https] = [new HttpAgent(KEPT), new HttpsAgent(KEPT)]

/** Sends one signed request. Not by `fetch`, which sends a body from a stream in chunks of unknown length, and S3 takes none. */
export async function s3Request({ region, credentials }: S3Account, request: S3Request): Promise<IncomingMessage> {
  const { method, url, body, signal } = request
  const { sessionToken, ...key } = credentials
  const token = sessionToken === undefined ? {} : { sessionToken }
  const signer = new AwsV4Signer({ method, url, headers: request.headers ?? {}, ...key, ...token, region, service: 's3' })
  const headers = Object.fromEntries((await signer.sign()).headers)
  const secure = url.startsWith('https:')
  const send = secure ? httpsRequest : httpRequest
  return await new Promise((resolve, reject) => {
    const sent = send(url, { method, headers, signal, agent: secure ? https : http })
    sent.once('response', resolve)
    sent.on('error', error =>
      reject(signal.aborted ? (signal.reason as Error) : new Passing(error.message || String(error), { cause: error })),
    )
    // A refusal may come before all was sent: then that is what counts, and not that the rest could not be.
    if (body === undefined) sent.end()
    else pipeline(body, sent).catch((error: Error) => sent.destroy(error))
  })
}
