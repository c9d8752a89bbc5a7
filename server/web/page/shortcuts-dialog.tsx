import { Dialog } from './dialog.tsx'
import { SHORTCUTS } from './use-shortcuts.ts'

interface ShortcutsDialogProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** All keys, and the switch that turns single ones off. */
export function ShortcutsDialog({ isOn, onSwitch, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog aria-labelledby="shortcuts" onClose={onClose}>
      <h2 id="shortcuts">Keys</h2>
      <dl>
        {SHORTCUTS.map(({ keys, does }) => (
          <>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
        Single keys
      </label>
      <button class="btn" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
