import { createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { FRESH, type Load, type Service } from './page-service.ts'
import type { Trouble } from './trouble.ts'

const ServiceContext = createContext<Service | null>(null)

export const ServiceProvider = ServiceContext.Provider

export function useService(): Service {
  return useContext(ServiceContext)!
}

/** Renders again whenever `source` changes. */
export function useChanges(source: Pick<Service, 'subscribe'>): void {
  const [, redraw] = useState({})
  useEffect(() => source.subscribe(() => redraw({})), [source])
}

export interface Answer<T> {
  data: T | undefined
  /** The previous key's data, while this key's are loading. */
  previous: T | undefined
  /** Loading, with or without earlier data. */
  isLoading: boolean
  /** Loading for more than 2 s. */
  isSlow: boolean
  /** Why the last attempt failed; `data` may exist from earlier. */
  trouble: Trouble | null
  /** When the service last confirmed `data`, ms since 1970. */
  at: number | null
  again: () => void
}

const SLOW = 2000

/**
 * A response of the service. Each key is requested once for all parts of the page, and again after five minutes.
 * @param key identifies the response: operation and parameters. Null: no request
 */
export function useAnswer<T>(key: readonly unknown[] | null, load: Load<T>): Answer<T> {
  const service = useService()
  const name = key === null ? null : JSON.stringify(key)
  const latest = useRef(load)
  latest.current = load
  const previous = useRef<T | undefined>(undefined)
  useChanges(service)
  useEffect(() => {
    if (name === null) return
    const ask = () =>
      void (document.visibilityState === 'visible' && service.ask(name, latest.current))
    void service.ask(name, latest.current)
    const timer = setInterval(ask, FRESH)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [service, name])
  const entry = name === null ? {} : service.entry<T>(name)
  if (entry.data !== undefined) previous.current = entry.data
  const isLoading =
    entry.since !== undefined ||
    (name !== null && entry.at === undefined && entry.trouble === undefined)
  const isSlow = useElapsed(entry.since, SLOW)
  return {
    data: entry.data,
    previous: previous.current,
    isLoading,
    isSlow,
    trouble: entry.trouble ?? null,
    at: entry.at ?? null,
    again: () => void (name !== null && service.ask(name, latest.current, { again: true })),
  }
}

/** Whether `after` ms have passed since an instant; then rerenders. */
function useElapsed(since: number | undefined, after: number): boolean {
  const [, redraw] = useState({})
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => redraw({}), since + after - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [since, after])
  return since !== undefined && Date.now() - since > after
}
