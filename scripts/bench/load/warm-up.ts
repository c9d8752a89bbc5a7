import { today } from '../support/bench-store.ts'
import type { LoadBench } from './load-bench.ts'
import { Connections, type Outcome } from './connections.ts'
import { type Kind, usual } from './mix.ts'
import { CONNECTIONS, KINDS, PATIENCE } from './run-scenario.ts'
import { generateOpen } from './start-generator.ts'

const SECONDS = 8
const RATE = 500

const CALLERS = 8

/** Warms up the service: caches frequent requests, and lets the JIT compile. */
export async function warmUp({ service: { url }, store: { companies } }: LoadBench, kinds: readonly Kind[] = KINDS): Promise<void> {
  console.error('Warming up')
  const mix = { companies, kinds, today }
  const remaining = usual(mix)[Symbol.iterator]()
  const connections = new Connections(url, CALLERS)
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let next = remaining.next(); next.done !== true; next = remaining.next()) {
        const { value } = next
        await new Promise<Outcome>(done => connections.send(value, done))
      }
    }),
  )
  connections.close()
  await generateOpen(
    { url, rate: RATE, warmUp: 0, seconds: SECONDS, connections: CONNECTIONS, seed: 1, patience: PATIENCE },
    mix,
    () => undefined,
  )
}
