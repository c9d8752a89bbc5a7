import { dateOf, type Day } from '../../model/days.ts'
import { printable } from '../../process/print.ts'

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

/** Text from outside neither becomes HTML nor turns the direction of what follows. */
export function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

const SERIES = ['#8e8e93', '#2f6fde', '#c2571a', '#2a9159', '#8b4fc4', '#b8860b', '#c23b6b']

const STYLE = `
:root { color-scheme: light dark;
  --bg: light-dark(#fafaf9, #0f1113); --sur: light-dark(#fff, #16191c); --sunk: light-dark(#f3f4f4, #1d2125); --line: light-dark(#e3e5e7, #2a2f34);
  --line2: light-dark(#868d95, #6f7881); --ink: light-dark(#15181b, #eceef0); --mute: light-dark(#5a626a, #a1a9b1); --acc: light-dark(#1d5fc4, #83b4ff);
  --below: light-dark(#b0291c, #ff8f82); --above: light-dark(#0b744a, #5fcf9c); --warn: light-dark(#855300, #e8bb62); --pale: light-dark(#1d5fc41c, #83b4ff26) }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
main { max-width: 1288px; margin: 0 auto; padding: 32px 24px 64px }
h1 { font-size: 30px; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; margin: 4px 0 0; text-wrap: balance }
h2 { font-size: 16px; font-weight: 650; margin: 40px 0 4px } h3 { font-size: 14px; font-weight: 650; margin: 0 }
p { margin: 4px 0 } ul { margin: 8px 0; padding-left: 20px } li { margin: 4px 0 }
.lead { font-size: 16px; margin-top: 12px; max-width: 60em } .mute, figcaption span { color: var(--mute) } .small { font-size: 12px }
.below { color: var(--below) } .above { color: var(--above) } .warn { color: var(--warn) } b { font-weight: 600 }
.card { background: var(--sur); border: 1px solid var(--line); border-radius: 8px; margin-top: 12px }
.tag { font-size: 12px; font-weight: 600; line-height: 18px; border: 1px solid currentColor; border-radius: 4px; padding: 0 6px; white-space: nowrap }
.actions { list-style: none; padding: 0 } .actions li { display: grid; grid-template-columns: 24px 1fr 236px 150px; gap: 0 20px; padding: 12px 20px; margin: 0; align-items: center }
.actions li + li { border-top: 1px solid var(--line) } .actions .do { font-size: 16px; font-weight: 600; line-height: 1.4 } .money { text-align: right } .money b { font-size: 16px; display: block; line-height: 1.3 }
.events { list-style: none; padding: 0 } .events li { display: grid; grid-template-columns: 20px 110px 1fr; gap: 0 12px; padding: 8px 16px; margin: 0; break-inside: avoid } .events li + li { border-top: 1px solid var(--line) }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); gap: 12px; margin-top: 12px } .panels figure { margin: 0; padding: 12px 16px; background: var(--sur); border: 1px solid var(--line); border-radius: 8px; break-inside: avoid }
.table { overflow-x: auto } table { border-collapse: collapse; width: 100% } td, th { overflow-wrap: normal; padding: 6px 12px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; font-weight: 400 }
th { color: var(--mute); font-size: 12px } td:first-child, th:first-child, .text { text-align: left } td.wrap { white-space: normal; min-width: 16em; text-align: left } tbody tr:last-child td { border-bottom: 0 }
figure { margin: 24px 0 } figcaption { font-weight: 600; margin-bottom: 4px } figcaption span { display: block; font-weight: 400 } .do span { font-weight: 400 } svg { display: block; width: 100%; height: auto; font-size: 11px; fill: var(--mute) } .wide svg { font-size: 12px } svg .strong { fill: var(--ink); font-weight: 600; font-size: 12px }
.stats { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 460px), 1fr)); gap: 0 24px }
.grid { stroke: var(--line) } .axis { stroke: var(--line2) } .band { fill: var(--sunk) } .pale { fill: var(--pale); stroke: none } polyline { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 5 4; stroke-width: 1.5 } circle { fill-opacity: .6 }
.data { stroke: var(--acc); fill: none; stroke-width: 2 } .dot { fill: var(--acc); fill-opacity: 1; stroke: var(--acc) } .hollow { fill: var(--sur); fill-opacity: 1; stroke: var(--acc); stroke-width: 1.5 } .target { stroke: var(--ink); stroke-dasharray: 1.5 3; stroke-width: 1.5; fill: none } .whisker { stroke: var(--acc); stroke-width: 2 } .hold { fill: var(--line) } .event { fill: var(--warn) }
${SERIES.map((color, index) => `polyline.c${index} { stroke: ${color} } circle.c${index}, text.c${index} { fill: ${color} }`).join('\n')}
@media (max-width: 900px) { .actions li { grid-template-columns: 24px 1fr 150px } .actions .bullet { grid-column: 2 / -1; grid-row: 2; max-width: 320px } }
@media (max-width: 640px) { main { padding: 20px 16px 40px } h1 { font-size: 24px } .actions li { grid-template-columns: 20px 1fr; padding: 12px } .actions .money, .actions .bullet { grid-column: 2; grid-row: auto; text-align: left } .money b { display: inline } .events li { grid-template-columns: 16px 1fr; padding: 8px 12px } .events div:not(.small) { grid-column: 2 } td, th { padding: 6px 8px } }
@media print { :root { color-scheme: light } body { background: #fff; print-color-adjust: exact; -webkit-print-color-adjust: exact } main { padding: 0; max-width: none } h2 { break-after: avoid } .actions li, tr, figure { break-inside: avoid } .table { overflow: visible } table { font-size: 12px } td, th { padding: 4px 6px } td.text, th { white-space: normal } }
`

/** $2,381; under 10: $4.67. */
export function moneyText(amount: number, currency: string): string {
  const size = Math.abs(amount)
  const decimals = size >= 9.995 || size === 0 ? 0 : 2
  const format = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  } as const
  return new Intl.NumberFormat('en-US', format).format(size).replace(/^/, amount < 0 ? '−' : '')
}

export function shareText(share: number | null, decimals = 1): string {
  return share === null ? '–' : `${(100 * share).toFixed(decimals)}%`
}

export function changeText(now: number, before: number): string {
  const change = now / before - 1
  const text = `${Math.abs(100 * change).toFixed(1)}%`
  return text === '0.0%' ? text : `${change > 0 ? '+' : '−'}${text}`
}

/** Nov 22; with the year if it is not that of `asOf`. */
export function dateText(day: Day, asOf: Day): string {
  const [isoYear] = dateOf(asOf).split('-')
  const date = dateOf(day)
  const year = date.startsWith(`${isoYear}-`) ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC', ...year }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** Nov 16–22. */
export function datesText(from: Day, to: Day, asOf: Day): string {
  if (from === to) return dateText(from, asOf)
  const [one, other] = [dateText(from, asOf), dateText(to, asOf)]
  const [month] = one.split(' ')
  return other.startsWith(`${month} `) && !one.includes(',') && !other.includes(',')
    ? `${one}–${other.slice(month!.length + 1)}`
    : `${one} – ${other}`
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`
}

/** @param text columns that are words */
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
  return `<div class="card table"><table><thead>${line(header, 'th')}</thead><tbody>${rows.map(row => line(row, 'td')).join('')}</tbody></table></div>`
}
