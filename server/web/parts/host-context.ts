import { isObject } from './read-result.ts'

/** A host's self-description, as far as it follows the specification; other parts are ignored. */
export interface HostContext {
  theme?: 'light' | 'dark'
  displayMode?: DisplayMode
  availableDisplayModes?: readonly string[]
  timeZone?: string
  variables?: Readonly<Record<string, string>>
  fonts?: string
  safeAreaInsets?: Readonly<Record<string, number>>
  /** Pixels; null: unlimited. */
  maxHeight?: number | null
}

type DisplayMode = 'inline' | 'fullscreen' | 'pip'

/** Reads a context, or the part of it that changed. */
export function readContext(context: unknown): HostContext {
  if (!isObject(context)) return {}
  const {
    theme,
    displayMode,
    availableDisplayModes: modes,
    timeZone,
    styles,
    safeAreaInsets,
    containerDimensions: size,
  } = context
  const css = isObject(styles) && isObject(styles['css']) ? styles['css']['fonts'] : undefined
  const parsed: HostContext = {}
  if (theme === 'light' || theme === 'dark') parsed.theme = theme
  if (displayMode === 'inline' || displayMode === 'fullscreen' || displayMode === 'pip')
    parsed.displayMode = displayMode
  if (Array.isArray(modes)) parsed.availableDisplayModes = modes.map(String)
  if (typeof timeZone === 'string' && isTimeZone(timeZone)) parsed.timeZone = timeZone
  if (isObject(styles))
    parsed.variables = only(value => typeof value === 'string', styles['variables']) as Record<
      string,
      string
    >
  if (typeof css === 'string') parsed.fonts = css
  if (safeAreaInsets !== undefined)
    parsed.safeAreaInsets = only(Number.isFinite, safeAreaInsets) as Record<string, number>
  if (isObject(size))
    parsed.maxHeight = typeof size['maxHeight'] === 'number' ? size['maxHeight'] : null
  return parsed
}

function only(isRight: (value: unknown) => boolean, values: unknown): Record<string, unknown> {
  return isObject(values)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => isRight(value)))
    : {}
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}

const SIDES = ['top', 'right', 'bottom', 'left']

/** Applies the host's theme, colors, fonts and safe areas, if given. */
export function applyAppearance({
  theme,
  variables = {},
  fonts,
  safeAreaInsets = {},
  displayMode,
  maxHeight,
}: HostContext): void {
  const root = document.documentElement
  if (theme !== undefined) {
    root.dataset['theme'] = theme
    root.style.colorScheme = theme
  }
  for (const [name, value] of Object.entries(variables))
    if (name.startsWith('--')) root.style.setProperty(name, value)
  if (fonts !== undefined && document.getElementById('host-fonts') === null) {
    const style = document.createElement('style')
    style.id = 'host-fonts'
    style.textContent = fonts
    document.head.append(style)
  }
  if (displayMode !== undefined) root.dataset['displayMode'] = displayMode
  for (const side of SIDES)
    if (side in safeAreaInsets)
      root.style.setProperty(`--safe-${side}`, `${safeAreaInsets[side]}px`)
  // With a limited height, the view scrolls; otherwise it grows.
  if (maxHeight !== undefined)
    root.style.setProperty('--view-max-height', maxHeight === null ? 'none' : `${maxHeight}px`)
}
