import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addLargeApp, withFolder } from './support/bench-store.ts'
import { measurement, median, type Measurement } from './support/measurement.ts'
import { runServer, runService } from './support/running-service.ts'
import { requestTo } from './load/mix.ts'
import { generateClosed } from './load/start-generator.ts'

const ROUNDS = 9
const CONNECTIONS = 8

/** Recommendations of 300 campaigns against a bare Hapi route with the same bytes. */
export function list(): Promise<Measurement[]> {
  return withFolder(async dir => {
    await addLargeApp(dir)
    const service = await runService(dir)
    const path = '/v1/recommendations?appId=1'
    const url = `${service.url}${path}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${service.key}` } })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} for ${url}: ${body}`)
    const file = join(dir, 'body.json')
    await writeFile(file, body)
    const hapi = await runServer('scripts/lab/bench/bare-hapi.ts', { BODY: file })
    try {
      const rates: [number[], number[]] = [[], []]
      const request = requestTo(path, service.key)
      for (let round = 0; round < ROUNDS; round++) {
        for (const [index, { url }] of [service, hapi].entries())
          rates[index]!.push(
            (
              await generateClosed({
                url,
                request,
                connections: CONNECTIONS,
                warmUp: 0.5,
                seconds: 1,
              })
            ).perSecond,
          )
      }
      const what = `recommendations (${Math.round(body.length / 1024)} KB) / a bare Hapi route`
      return [measurement(what, median(rates[0]), median(rates[1]), 'req/s', 'at least 0.8')]
    } finally {
      await Promise.all([service.stop(), hapi.stop()])
    }
  })
}
