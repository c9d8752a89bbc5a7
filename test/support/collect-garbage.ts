import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** SQLite's library closes files when its closed connections and their statements are collected. */
export async function collectGarbage(): Promise<void> {
  for (let count = 0; count < 2; count++) {
    collect()
    await turn()
  }
}
