/** Sends COUNT (20,000) made-up requests, from SEED on: `node --import tsx test/faults/random-requests.ts [COUNT] [SEED]`. */

import type { Test } from 'tap'
import { SECRET } from '../support/links.ts'
import { startService } from '../support/started-service.ts'
import { fuzz, fuzzDelivery } from '../support/fuzz.ts'
import { freshSeed } from '../support/seed.ts'

const [count = 20_000, seed = freshSeed()] = process.argv.slice(2).map(Number)
const endings: (() => unknown)[] = []
const t = { teardown: (end: () => unknown) => void endings.unshift(end) } as unknown as Test

try {
  console.log(`${count} requests, seed ${seed}`)
  const service = await startService(t, {
    deliveries: [fuzzDelivery()],
    environment: { EXPORT_SECRET: SECRET },
  })
  await service.server.start()
  const seen = await fuzz(service, { count, seed })
  for (const [what, times] of [...seen].sort()) console.log(what.padEnd(10), times)
} finally {
  for (const end of endings) await end()
}
