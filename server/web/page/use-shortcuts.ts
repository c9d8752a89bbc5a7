import { useEffect, useRef } from 'preact/hooks'
import { ALERTS, appScreen, TODAY } from './screen.ts'
import { useNavigation } from './use-screen.ts'

/** Rows that `j` and `k` visit. */
const ROWS = 'main a.cover, main .ib summary, main [data-row] a'

export const SHORTCUTS: readonly [keys: string, does: string][] = [
  ['/, Ctrl K', 'Search apps, campaigns, screens'],
  ['t', 'Today'],
  ['a', 'Alerts'],
  ['1–9', 'App by its position'],
  ['j, k', 'Next, previous row'],
  ['Enter', 'Open the row'],
  ['d, s', 'Alert: done, snooze'],
  ['Esc', 'Close'],
  ['Arrow keys', 'Point by point in a chart'],
  ['?', 'This list'],
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
      const app = /^[1-9]$/.test(event.key) ? apps[Number(event.key) - 1] : undefined
      if (app !== undefined) go(appScreen(app))
      else if (event.key === 't') go(TODAY)
      else if (event.key === 'a') go(ALERTS)
      else if (event.key === 'j') moveBy(1)
      else if (event.key === 'k') moveBy(-1)
      else if (event.key === '?') showList()
      else if (event.key === '/') search()
      else return
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
