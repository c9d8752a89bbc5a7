import { useCallback, useState } from 'preact/hooks'

/** Selects all shown rows; shows how many are selected. */
export function SelectAll({
  keys,
  selection,
  count,
}: {
  keys: readonly string[]
  selection: Selection
  count: number
}) {
  const ticked = keys.filter(key => selection.keys.has(key)).length
  return (
    <span>
      <label>
        <input
          type="checkbox"
          checked={keys.length > 0 && ticked === keys.length}
          ref={box => {
            if (box !== null) box.indeterminate = ticked > 0 && ticked < keys.length
          }}
          onChange={() => selection.toggleAll(keys)}
        />{' '}
        Select all
      </label>{' '}
      <span class="m" role="status">
        {count > 0 && `${count} selected`}
      </span>
    </span>
  )
}

/** The selected keys. */
export interface Selection {
  keys: ReadonlySet<string>
  toggle: (key: string) => void
  /** Selects all of `keys`, or none if all are selected. */
  toggleAll: (keys: readonly string[]) => void
}

/** Holds a selection. `toggle` keeps its identity, for memoized components. */
export function useSelection(): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (key: string) =>
      setKeys(before => (before.has(key) ? without(before, [key]) : new Set([...before, key]))),
    [],
  )
  const toggleAll = useCallback(
    (all: readonly string[]) =>
      setKeys(before =>
        all.every(key => before.has(key)) ? without(before, all) : new Set([...before, ...all]),
      ),
    [],
  )
  return { keys, toggle, toggleAll }
}

function without(keys: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  const missing = new Set(keys)
  for (const key of removed) missing.delete(key)
  return missing
}
