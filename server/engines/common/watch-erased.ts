import type { Store } from '../../model/store.ts'

/** Milliseconds between looks. */
const LOOK_MS = 5000

/**
 * Has what this machine keeps of erased apps erased, once for each of them: of those erased before it began to look, too. Works in the background; what
 * fails is tried again at the next look.
 */
export function watchErased(
  store: Pick<Store, 'catalog'>,
  erase: (apps: readonly number[]) => Promise<void>,
): { look: () => Promise<void>; stop: () => void } {
  const done = new Map<number, string>()
  let looking = Promise.resolve()
  const look = async (): Promise<void> => {
    const { erased = [] } = await store.catalog()
    const news = erased.filter(({ app_id: app, since }) => done.get(app) !== since)
    if (news.length === 0) return
    await erase(news.map(({ app_id: app }) => app))
    for (const { app_id: app, since } of news) done.set(app, since)
  }
  const inTurn = (): Promise<void> => (looking = looking.catch(() => undefined).then(look))
  const timer = setInterval(() => {
    inTurn().catch(() => undefined)
  }, LOOK_MS).unref()
  inTurn().catch(() => undefined)
  return { look: inTurn, stop: () => clearInterval(timer) }
}
