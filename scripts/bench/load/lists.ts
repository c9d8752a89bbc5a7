import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { today, withFolder } from '../support/bench-store.ts'
import { measurement, median, type Measurement } from '../support/measurement.ts'
import { runServer } from '../support/running-service.ts'
import type { LoadBench } from './load-bench.ts'
import type { Kind } from './mix.ts'
import { CONNECTIONS, PATIENCE } from './run-scenario.ts'
import { generateOpen } from './start-generator.ts'
import { warmUp } from './warm-up.ts'

const KINDS: readonly Kind[] = ['recommendations', 'apps', 'alerts']
const RATE = 1000
const ROUNDS = 5
/** Group of requests; `LISTS` of the mix counts it too. */
const GROUP = 'all of the mix'

/** Lists at 1,000 a second, in turns with a Fastify app that checks the same. */
export async function lists(bench: LoadBench, name: string): Promise<Measurement[]> {
  const module = process.env['FASTIFY']
  if (module === undefined) {
    console.error('SKIPPED: lists. FASTIFY must be the path of an installed Fastify, such as /opt/fastify/fastify.js.')
    return []
  }
  return await withFolder(async dir => {
    const { companies } = bench.store
    const file = join(dir, 'companies.json')
    await writeFile(file, JSON.stringify(companies))
    const fastify = await runServer('scripts/bench/fastify-lists.ts', { FASTIFY: module, ORIGIN: bench.service.url, COMPANIES: file })
    try {
      const both = [bench.service.url, fastify.url]
      await warmUp({ ...bench, service: { ...bench.service, url: fastify.url } }, KINDS)
      const found = both.map(() => ({ p50: [] as number[], p99: [] as number[], errors: 0 }))
      for (let round = 0; round < ROUNDS; round++) {
        for (const [index, url] of both.entries()) {
          const options = {
            url,
            rate: RATE,
            warmUp: 1,
            seconds: bench.seconds / ROUNDS,
            connections: CONNECTIONS,
            seed: round,
            patience: PATIENCE,
          }
          const { groups } = await generateOpen(options, { url, companies, kinds: KINDS, today }, () => undefined)
          const { p50, p99, errors, refused } = groups[GROUP]!
          found[index]!.p50.push(p50)
          found[index]!.p99.push(p99)
          found[index]!.errors += Object.values(errors).reduce((sum, count) => sum + count, refused)
        }
      }
      const [ours, theirs] = found as [(typeof found)[0], (typeof found)[0]]
      return [
        measurement(`${name}: p50 / of Fastify with the same checks`, median(ours.p50), median(theirs.p50), 'ms', 'at most 1.3'),
        measurement(`${name}: p99 / of Fastify with the same checks`, median(ours.p99), median(theirs.p99), 'ms', 'at most 1.5'),
        measurement(`${name}: errors`, ours.errors, theirs.errors, 'requests', '-'),
      ]
    } finally {
      await fastify.stop()
    }
  })
}
