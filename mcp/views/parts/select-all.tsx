import type { Selection } from './use-selection.ts'

/** Ticks everything that is shown, and says how much is ticked. */
export function SelectAll({ keys, selection, count }: { keys: readonly string[]; selection: Selection; count: number }) {
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
      <span class="muted" role="status">
        {count > 0 && `${count} selected`}
      </span>
    </span>
  )
}
