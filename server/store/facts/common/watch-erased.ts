import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseShaped, strings } from '../../../core/model/shape.ts'
import type { Store } from '../../../core/model/store.ts'

/** Interval, ms; results are refused immediately in any case. */
const LOOK_MS = 60_000

interface WatchErasedOptions {
  store: Pick<Store, 'catalog'>
  noteFile: string
  erase: (apps: readonly number[]) => Promise<void>
}

/**
 * Erases this machine's data of each erased app once, including apps erased while no service ran. Works in the background and retries
 * failures.
 */
export function watchErased({ store, noteFile, erase }: WatchErasedOptions): {
  look: () => Promise<void>
  stop: () => void
} {
  let done: Set<string> | undefined
  let looking = Promise.resolve()
  const look = async (): Promise<void> => {
    const { erased = [] } = await store.catalog()
    done ??= new Set(await readNote(noteFile))
    const news = erased.filter(entry => !done!.has(keyOf(entry)))
    if (news.length === 0) return
    await erase(news.map(({ app_id: app }) => app))
    done = new Set(erased.map(keyOf))
    await mkdir(dirname(noteFile), { recursive: true, mode: 0o700 })
    await writeFile(noteFile, JSON.stringify([...done]))
  }
  const inTurn = (): Promise<void> => (looking = looking.catch(() => undefined).then(look))
  const timer = setInterval(() => {
    inTurn().catch(() => undefined)
  }, LOOK_MS).unref()
  return { look: inTurn, stop: () => clearInterval(timer) }
}

function keyOf({ app_id: app, since }: { app_id: number; since: string }): string {
  return `${app} ${since}`
}

async function readNote(path: string): Promise<string[]> {
  return parseShaped<string[]>(await readFile(path, 'utf8').catch(() => ''), strings) ?? []
}
