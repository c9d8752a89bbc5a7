import { useEffect, useRef } from 'preact/hooks'
import { ALERTS, appScreen, TODAY } from './screen.ts'
import { useNavigation } from './use-screen.ts'

/** Rows that `j` and `k` visit. */
const ROWS = 'main a.cover, main .ib summary, main [data-row] a'

interface Effects {
  apps: readonly number[]
  go: ReturnType<typeof useNavigation>['go']
  showList: () => void
  search: () => void
}

interface Shortcut {
  /** As the list of keys shows them. */
  keys: string
  does: string
  /** Values of `KeyboardEvent.key`, and their effect; absent if rows, dialogs or charts handle the keys. */
  on?: readonly string[]
  run?: (effects: Effects, key: string) => void
}

export const SHORTCUTS: readonly Shortcut[] = [
  {
    keys: '/, Ctrl K',
    does: 'Search apps, campaigns, screens',
    on: ['/'],
    run: ({ search }) => search(),
  },
  { keys: 't', does: 'Today', on: ['t'], run: ({ go }) => go(TODAY) },
  { keys: 'a', does: 'Alerts', on: ['a'], run: ({ go }) => go(ALERTS) },
  {
    keys: '1–9',
    does: 'App by its position',
    on: [...'123456789'],
    run({ apps, go }, key) {
      const app = apps[Number(key) - 1]
      if (app !== undefined) go(appScreen(app))
    },
  },
  {
    keys: 'j, k',
    does: 'Next, previous row',
    on: ['j', 'k'],
    run: (_, key) => moveBy(key === 'j' ? 1 : -1),
  },
  { keys: 'Enter', does: 'Open the row' },
  { keys: 'd, s', does: 'Alert: done, snooze' },
  { keys: 'Esc', does: 'Close' },
  { keys: 'Arrow keys', does: 'Point by point in a chart' },
  { keys: '?', does: 'This list', on: ['?'], run: ({ showList }) => showList() },
]

/** Single keys. Ignored while typing, with a modifier, or while a dialog is open. */
export function useShortcuts(
  isOn: boolean,
  apps: readonly number[],
  showList: () => void,
  search: () => void,
): void {
  const { go } = useNavigation()
  const latest = useRef(isOn)
  latest.current = isOn
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      // With a modifier: also while typing, and if single keys are off.
      if (
        event.key === 'k' &&
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey
      ) {
        event.preventDefault()
        search()
        return
      }
      if (
        !latest.current ||
        event.defaultPrevented ||
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return
      if (document.querySelector('[role=dialog], dialog[open]') !== null) return
      const shortcut = SHORTCUTS.find(({ on }) => on?.includes(event.key))
      if (shortcut === undefined) return
      shortcut.run?.({ apps, go, showList, search }, event.key)
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [apps.join(), go])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]')
  )
}

function moveBy(step: 1 | -1): void {
  // Skips rows of folded lists.
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(row =>
    row.checkVisibility(),
  )
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? (step === 1 ? rows[0] : rows.at(-1)) : rows[at + step]
  next?.focus()
}
