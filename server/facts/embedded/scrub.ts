import { setTimeout as sleep } from 'node:timers/promises'
import { StoreDamaged } from '../../model/store.ts'
import type { DataFile } from '../common/parquet-groups.ts'
import type { VerifiedFiles } from './verified-files.ts'

/** Time, ms, before the first pass, and between passes. */
const FIRST_AFTER = 10 * 60_000
const BETWEEN = 24 * 3_600_000

/** Average read rate, bytes per second: about 1 % of a processor. */
const RATE = 20e6

/** Periodically rereads every data file, to find decay before a request does. Never keeps the process alive. */
export function scrub(files: () => Promise<readonly DataFile[]>, verified: VerifiedFiles): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal, ref: false })
  const pass = async (): Promise<void> => {
    for (const file of await files()) {
      // `verified` reports each damage once.
      await verified.checkAgain(file).catch(ignoreDamage)
      await pause(((file.bytes ?? 0) / RATE) * 1000)
    }
  }
  const run = async (): Promise<void> => {
    await pause(FIRST_AFTER)
    for (;;) {
      // Retried in the next pass.
      await pass().catch(() => signal.throwIfAborted())
      await pause(BETWEEN)
    }
  }
  const running = run().catch(() => undefined)
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

function ignoreDamage(error: unknown): void {
  if (!(error instanceof StoreDamaged)) throw error
}
