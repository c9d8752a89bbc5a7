const CAPITALS = /\b(roas|dsi|ltv|cpi)\b/gi

/** `dsiValues` or `roas-history` as a label: “DSI values”, “ROAS history”. */
export function words(name: string): string {
  const spaced = name
    .replace(/[A-Z]+(?![a-z])|[A-Z]/g, letters => ` ${letters.toLowerCase()}`)
    .replaceAll(/[-_]/g, ' ')
    .trim()
  return (spaced.charAt(0).toUpperCase() + spaced.slice(1)).replace(CAPITALS, term => term.toUpperCase())
}
