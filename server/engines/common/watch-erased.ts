import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Store } from '../../model/store.ts'

/** Milliseconds between looks: answers are refused long before, at once. */
const LOOK_MS = 60_000

export interface WatchErasedOptions {
  store: Pick<Store, 'catalog'>
  /** A file of this machine's that notes which apps are done. */
  noteFile: string
  /** Removes what this machine keeps of apps. */
  erase: (apps: readonly number[]) => Promise<void>
}

/**
 * Has what this machine keeps of erased apps erased, once for each of them: also of those that were erased while no service ran here. Works in the
 * background; what fails is tried again at the next look.
 */
export function watchErased({ store, noteFile, erase }: WatchErasedOptions): { look: () => Promise<void>; stop: () => void } {
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

/** Keys of apps that are done; none where the note is missing or was cut off. */
async function readNote(path: string): Promise<string[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as string[]
  } catch {
    return []
  }
}
