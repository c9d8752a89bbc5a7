import { printable } from '../../core/runtime/print.ts'

/** One self-contained file, without scripts. */
export function htmlDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

/** Escapes outside text so that it neither becomes HTML nor changes the direction of following text. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const SERIES = ['#8e8e93', '#2f6fde', '#c2571a', '#2a9159', '#8b4fc4', '#b8860b', '#c23b6b']

const STYLE = `
:root { color-scheme: light dark; --bg: light-dark(#fff, #16191c); --line: light-dark(#e3e5e7, #2a2f34); --ink: light-dark(#15181b, #eceef0); --mute: light-dark(#5a626a, #a1a9b1) }
body { max-width: 1288px; margin: 0 auto; padding: 24px; background: var(--bg); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
h1 { font-size: 24px } h3, figcaption { font-size: 14px; font-weight: 650 } figure { margin: 24px 0; break-inside: avoid }
.table { overflow-x: auto } table { border-collapse: collapse } td, th { padding: 6px 12px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; font-weight: 400 }
th { color: var(--mute); font-size: 12px } .text { text-align: left } td.wrap { white-space: normal; min-width: 16em; text-align: left }
.stats { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 460px), 1fr)); gap: 0 24px }
svg { display: block; width: 100%; height: auto; font-size: 12px; fill: var(--mute) } .grid { stroke: var(--line) } .band { fill: var(--line) } polyline { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 5 4; stroke-width: 1.5 } circle { fill-opacity: .6 }
${SERIES.map((color, index) => `polyline.c${index} { stroke: ${color} } circle.c${index}, text.c${index} { fill: ${color} }`).join('\n')}
@media print { :root { color-scheme: light } .table { overflow: visible } }
`

/** @param text columns with words */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  text: readonly number[] = [0],
  wrapped: readonly number[] = [],
): string {
  const line = (cells: readonly string[], tag: 'td' | 'th'): string =>
    `<tr>${cells
      .map(
        (cell, at) =>
          `<${tag}${wrapped.includes(at) && tag === 'td' ? ' class="wrap"' : text.includes(at) ? ' class="text"' : ''}>${escaped(cell)}</${tag}>`,
      )
      .join('')}</tr>`
  return `<div class="table"><table><thead>${line(header, 'th')}</thead><tbody>${rows.map(row => line(row, 'td')).join('')}</tbody></table></div>`
}
