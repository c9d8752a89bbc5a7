/** What this tab remembers until it is closed; nothing where the browser keeps nothing. */

const KEY = 'uascope-key'
const THEME = 'uascope-theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function keptKey(): string | null {
  return read(KEY)
}

/** @param key null: forgotten */
export function keepKey(key: string | null): void {
  write(KEY, key)
}

export function keptTheme(): Theme {
  return THEMES.find(theme => theme === read(THEME)) ?? 'system'
}

export function keepTheme(theme: Theme): void {
  write(THEME, theme === 'system' ? null : theme)
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {
    // It is asked for again, then.
  }
}
