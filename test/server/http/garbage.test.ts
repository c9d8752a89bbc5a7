import t from 'tap'
import { fuzz, fuzzDelivery } from '../../support/fuzz.ts'
import { startService } from '../../support/started-service.ts'
import { SECRET } from '../../support/links.ts'
import { seed } from '../../support/seed.ts'

const COUNT = 1500

t.test(
  "any request gets a success or a problem, never an internal error, internals or another company's data",
  async t => {
    t.comment(`seed ${seed}`)
    const service = await startService(t, {
      deliveries: [fuzzDelivery()],
      environment: { EXPORT_SECRET: SECRET },
    })
    await service.server.start()
    const seen = await fuzz(service, { count: COUNT, seed })
    t.comment(
      [...seen]
        .sort()
        .map(([what, times]) => `${what}: ${times}`)
        .join(', '),
    )
    for (const status of [200, 400, 401, 404, 405])
      t.ok(seen.has(`rest ${status}`), `the requests are not all alike: some are ${status}`)
    for (const status of [200, 400, 401, 403, 406, 413, 415])
      t.ok(seen.has(`mcp ${status}`), `nor those of tools: some are ${status}`)
    t.ok(seen.has('raw 400'))
  },
)
