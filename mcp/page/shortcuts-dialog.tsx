import { useEffect, useRef } from 'preact/hooks'
import { SHORTCUTS } from './use-shortcuts.ts'

interface ShortcutsDialogProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** All keys, and the switch that turns single ones off. */
export function ShortcutsDialog({ isOn, onSwitch, onClose }: ShortcutsDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="shortcuts"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <h2 id="shortcuts">Keys</h2>
      <dl>
        {SHORTCUTS.map(([keys, does]) => (
          <>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
        Single keys
      </label>
      <button class="btn" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}
