/** Settings of this browser (theme, single keys), the key of this tab, and settings from the service. Works if the browser blocks storage. */

const KEY = 'uascope-key'
const THEME = 'uascope-theme'
const SINGLE_KEYS = 'uascope-single-keys'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export function keptKey(): string | null {
  return read('sessionStorage', KEY)
}

/** @param key null removes it */
export function keepKey(key: string | null): void {
  write('sessionStorage', KEY, key)
}

export function keptTheme(): Theme {
  return THEMES.find(theme => theme === read('localStorage', THEME)) ?? 'auto'
}

export function keepTheme(theme: Theme): void {
  write('localStorage', THEME, theme === 'auto' ? null : theme)
}

export function applyTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function hasSingleKeys(): boolean {
  return read('localStorage', SINGLE_KEYS) !== 'off'
}

export function keepSingleKeys(isOn: boolean): void {
  write('localStorage', SINGLE_KEYS, isOn ? null : 'off')
}

type Place = 'sessionStorage' | 'localStorage'

export function read(target: Place, name: string): string | null {
  try {
    return window[target].getItem(name)
  } catch {
    return null
  }
}

export function write(target: Place, name: string, value: string | null): void {
  try {
    if (value === null) window[target].removeItem(name)
    else window[target].setItem(name, value)
  } catch {
    // Kept until the page is left.
  }
}

/** The command that creates a key on the service's machine. */
export function keyCommand(): string {
  return (
    document.querySelector<HTMLMetaElement>('meta[name="uascope-key-command"]')?.content ??
    'admin keys create --company ID'
  )
}
