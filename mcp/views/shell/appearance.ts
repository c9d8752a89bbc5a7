import { applyDocumentTheme, applyHostFonts, applyHostStyleVariables, type McpUiHostContext } from '@modelcontextprotocol/ext-apps'

/** Looks like the host: its theme, colours, fonts and the edges of its screen; of each only what it names. */
export function applyAppearance({ theme, styles, safeAreaInsets, displayMode, containerDimensions }: McpUiHostContext): void {
  const root = document.documentElement
  if (theme !== undefined) applyDocumentTheme(theme)
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables)
  if (styles?.css?.fonts !== undefined) applyHostFonts(styles.css.fonts)
  if (displayMode !== undefined) root.dataset['displayMode'] = displayMode
  for (const [side, inset] of Object.entries(safeAreaInsets ?? {})) root.style.setProperty(`--safe-${side}`, `${inset}px`)
  if (containerDimensions === undefined) return
  // A host that fixes the height scrolls the view within it; one that only bounds it, or does not, lets it grow.
  const { height, maxHeight } = { height: undefined, maxHeight: undefined, ...containerDimensions }
  root.style.setProperty('--view-height', height === undefined ? 'auto' : `${height}px`)
  root.style.setProperty('--view-max-height', maxHeight === undefined ? 'none' : `${maxHeight}px`)
}
