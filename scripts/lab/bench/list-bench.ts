import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'undici'
import { withLargeApp } from './support/bench-store.ts'
import { measurement, median, type Measurement } from './support/measurement.ts'
import { type LoadRequest, requestTo, send } from './support/bench-requests.ts'
import { runServer } from './support/running-service.ts'

const ROUNDS = 9
const CONNECTIONS = 8
const [WARM_UP_MS, COUNTED_MS] = [500, 1000]

/** Recommendations of 300 campaigns against a bare Hapi route with the same bytes. */
export function list(): Promise<Measurement[]> {
  return withLargeApp(async (service, dataDir) => {
    const path = '/v1/recommendations?appId=1'
    const request = requestTo(path, service.key)
    const response = await fetch(service.url + path, { headers: request.headers })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} for ${path}: ${body}`)
    const file = join(dataDir, 'body.json')
    await writeFile(file, body)
    const hapi = await runServer('scripts/lab/bench/bare-hapi.ts', { BODY: file })
    try {
      const rates: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        for (const [index, { url }] of [service, hapi].entries())
          rates[index]!.push(await perSecond(url, request))
      }
      const what = `recommendations (${Math.round(body.length / 1024)} KB) / a bare Hapi route`
      return [measurement(what, median(rates[0]), median(rates[1]), 'req/s', 'at least 0.8')]
    } finally {
      await hapi.stop()
    }
  })
}

/** A closed loop: each connection sends the next request after the response. */
async function perSecond(url: string, request: LoadRequest): Promise<number> {
  const pool = new Pool(url, { connections: CONNECTIONS })
  const counting = performance.now() + WARM_UP_MS
  const end = counting + COUNTED_MS
  let count = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let sent = performance.now(); sent < end; sent = performance.now()) {
        const outcome = await send(pool, request)
        if ('failed' in outcome || outcome.status !== 200)
          throw new Error(`${JSON.stringify(outcome)} for ${url}`)
        if (sent >= counting && performance.now() < end) count++
      }
    }),
  )
  await pool.destroy()
  return (count * 1000) / COUNTED_MS
}
