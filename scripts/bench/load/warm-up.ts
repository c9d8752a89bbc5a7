import { today } from '../support/bench-store.ts'
import type { LoadBench } from './load-bench.ts'
import { Connections, type Outcome } from './connections.ts'
import { type Kind, usual } from './mix.ts'
import { CONNECTIONS, KINDS, PATIENCE } from './run-scenario.ts'
import { generateOpen } from './start-generator.ts'

const SECONDS = 8
const RATE = 500

/** Callers that ask one thing after the other. */
const CALLERS = 8

/** Lets the service come to be as one that has run for a while: what is asked all day was asked before, and its code is hot. */
export async function warmUp({ service: { url }, store: { companies } }: LoadBench, kinds: readonly Kind[] = KINDS): Promise<void> {
  console.error('Warming up')
  const mix = { url, companies, kinds, today }
  const left = usual(mix)[Symbol.iterator]()
  const connections = new Connections(url, CALLERS)
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      for (let next = left.next(); next.done !== true; next = left.next()) {
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
