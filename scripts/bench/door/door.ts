import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadOptions } from '../load/options.ts'
import { withFolder } from '../support/bench-store.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { memory, runService } from '../support/running-service.ts'
import { loadCompanies, measureLists, unanswered } from './companies.ts'
import { startAttack } from './start-attack.ts'

const ATTACK = { localAddress: '127.0.0.1', halfOpen: 10_000, opened: 1000, keyless: 2000 }
const RATE = 200

/** Seconds until the attack has opened its connections. */
const AHEAD = 3

/** Lists from one address while another holds 10,000 half-open connections and sends 2,000 requests a second without a key. */
export function door({ seconds }: LoadOptions): Promise<Measurement[]> {
  return withFolder(async dir => {
    const companies = await loadCompanies(dir)
    const service = await runService(dir)
    try {
      const lists = { url: service.url, companies, rate: RATE, seconds, localAddress: '127.0.0.2' }
      await measureLists({ ...lists, seconds: 5 })
      const alone = await measureLists(lists)
      const attack = await startAttack({ url: service.url, ...ATTACK })
      try {
        await sleep(AHEAD * 1000)
        await attack.report()
        const beside = await measureLists(lists)
        const { halfOpen, opened, statuses } = await attack.report()
        const asked = Object.values(statuses).reduce((sum, count) => sum + count, 0)
        return [
          measurement(`p50 of ${RATE} lists a second from another address / without the attack`, beside.p50, alone.p50, 'ms', ''),
          measurement('p99 / without the attack', beside.p99, alone.p99, 'ms', 'below 100 ms'),
          measurement('slowest / without the attack', beside.slowest, alone.slowest, 'ms', ''),
          measurement('lists refused or failed / without the attack', unanswered(beside), unanswered(alone), 'requests', '0'),
          measurement('attacker: half-open connections / wanted', halfOpen, ATTACK.halfOpen, 'requests', ''),
          measurement('attacker: connections opened a second', opened, ATTACK.opened, 'requests', ''),
          measurement('attacker: requests without a key answered a second', asked, ATTACK.keyless, 'requests', ''),
          measurement('attacker: of those 429', statuses['429'] ?? 0, asked, 'requests', ''),
          measurement('resident memory of the service', await memory(service), NaN, 'MB', ''),
        ]
      } finally {
        await attack.stop()
      }
    } finally {
      await service.stop()
    }
  })
}
