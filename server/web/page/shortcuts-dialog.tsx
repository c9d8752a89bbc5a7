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
      <table class="l c">
        <tbody>
          {SHORTCUTS.map(({ keys, does }) => (
            <tr key={keys}>
              <th scope="row">{keys}</th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
        />
        Single keys
      </label>{' '}
      <button class="btn" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
