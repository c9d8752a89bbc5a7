import { useCallback, useState } from 'preact/hooks'

/** What is ticked, by keys. */
export interface Selection {
  keys: ReadonlySet<string>
  toggle: (key: string) => void
  /** Ticks all of these; or none of them, where all are ticked already. */
  toggleAll: (keys: readonly string[]) => void
}

/** Keeps what is ticked; `toggle` stays the same function, for components that are remembered. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((key: string) => setKeys(before => (before.has(key) ? without(before, [key]) : new Set([...before, key]))), [])
  const toggleAll = useCallback(
    (all: readonly string[]) =>
      setKeys(before => (all.every(key => before.has(key)) ? without(before, all) : new Set([...before, ...all]))),
    [],
  )
  return { keys, toggle, toggleAll }
}

function without(keys: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  const left = new Set(keys)
  for (const key of removed) left.delete(key)
  return left
}
