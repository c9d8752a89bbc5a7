import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted, worstMinute } from './fairness.ts'
import type { Beside } from './load-bench.ts'

const MINUTE = 60_000

export const worstCompany: Beside = async ({ service, store: { large } }) => {
  return async over => {
    setMaxListeners(0, over)
    const answers: Promise<string>[] = []
    while (!over.aborted) {
      answers.push(...worstMinute({ ...service, key: large.key }, over))
      await sleep(MINUTE, undefined, { signal: over }).catch(() => undefined)
    }
    console.error(`The worst company's requests: ${counted(await Promise.all(answers))}`)
    return []
  }
}
