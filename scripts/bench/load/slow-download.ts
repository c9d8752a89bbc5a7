import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { measurement } from '../measurement.ts'
import { exportPath } from './exports-beside.ts'
import type { Beside } from './load-bench.ts'

/** KB that are taken a second. */
const PACE = 64
/** Milliseconds between two looks: fewer than a chunk of 16 KB takes at that pace. */
const EVERY = 50

/** A full export that is read at 64 KB/s. */
export const slowDownload: Beside = async ({ service: { url }, store: { large } }) => {
  return over =>
    new Promise((resolve, reject) => {
      const request = http.get(`${url}${exportPath(large.appId, 'csv')}`, {
        agent: false,
        headers: { authorization: `Bearer ${large.key}` },
      })
      request.once('error', error => !over.aborted && reject(error))
      request.once('response', response => {
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} for a slow download`))
        const start = performance.now()
        let bytes = 0
        response.on('error', error => !over.aborted && reject(error))
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          response.pause()
        })
        void (async () => {
          while (!over.aborted) {
            if (bytes / 1024 <= (PACE * (performance.now() - start)) / 1000) response.resume()
            await sleep(EVERY)
          }
          request.destroy()
          const seconds = (performance.now() - start) / 1000
          resolve([measurement(`a download at ${PACE} KB/s: what it got`, bytes / 1024 / seconds, PACE, 'KB/s', 'about 1')])
        })()
      })
    })
}
