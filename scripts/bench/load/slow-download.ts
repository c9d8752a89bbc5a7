import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { measurement } from '../support/measurement.ts'
import { exportPath } from './exports-beside.ts'
import type { Beside } from './load-bench.ts'

/** KB a second. */
const PACE = 64
/** Interval, ms, shorter than a 16 KB chunk takes. */
const EVERY = 50

/** A full export that is read at 64 KB/s; it is built before the load. */
export const slowDownload: Beside = async ({ service: { url }, store: { large } }) => {
  const headers = { authorization: `Bearer ${large.key}` }
  const request = http.get(`${url}${exportPath(large.appId, 'csv')}`, { agent: false, headers })
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject))
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} for a slow download`)
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    response.pause()
  })
  response.pause()
  request.on('error', () => undefined)
  response.on('error', () => undefined)
  return async over => {
    const start = performance.now()
    const secondsGone = (): number => (performance.now() - start) / 1000
    while (!over.aborted) {
      if (bytes / 1024 <= PACE * secondsGone()) response.resume()
      await sleep(EVERY)
    }
    const pace = bytes / 1024 / secondsGone()
    request.destroy()
    return [measurement(`a download at ${PACE} KB/s: what it got`, pace, PACE, 'KB/s', 'about 1')]
  }
}
