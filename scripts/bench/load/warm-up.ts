import { today } from '../bench-store.ts'
import type { LoadBench } from './load-bench.ts'
import type { Kind } from './mix.ts'
import { CONNECTIONS, KINDS, PATIENCE } from './run-scenario.ts'
import { generateOpen } from './start-generator.ts'

const SECONDS = 8
const RATE = 500

/** Lets the service come to be as one that has run for a while. */
export async function warmUp({ service: { url }, store: { companies } }: LoadBench, kinds: readonly Kind[] = KINDS): Promise<void> {
  console.error('Warming up')
  await generateOpen(
    { url, rate: RATE, warmUp: 0, seconds: SECONDS, connections: CONNECTIONS, seed: 1, patience: PATIENCE },
    { url, companies, kinds, today },
    () => undefined,
  )
}
