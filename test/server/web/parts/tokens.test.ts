import { readFileSync } from 'node:fs'
import t from 'tap'
import { repository } from '../../../support/repository.ts'

const TOKENS = read('tokens.css')
const FORCED = TOKENS.slice(
  TOKENS.indexOf('@media (forced-colors: active)'),
  TOKENS.indexOf('@media print'),
)

/** Opaque colors by name, light and dark. */
const COLORS = new Map(
  [
    ...`${TOKENS}${read('charts/series.css')}`.matchAll(
      /--([\w-]+):.*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g,
    ),
  ].map(([, name, light, dark]) => [name!, [light!, dark!]] as const),
)

function read(name: string): string {
  return readFileSync(`${repository}server/web/parts/${name}`, 'utf8')
}

t.test('every color has a replacement where the system forces its own', t => {
  const names = [...TOKENS.matchAll(/^ {2}--([\w-]+):.*light-dark\(/gm)].map(([, name]) => name!)
  t.ok(names.length > 10)
  // A shadow, which systems with forced colors leave out.
  for (const name of names.filter(name => name !== 'more'))
    t.ok(FORCED.includes(`--${name}:`), name)
  t.end()
})

t.test('colors of text and of marks stand out from the surfaces of both themes', t => {
  for (const [name, themes] of COLORS) {
    if (['bg', 'sur', 'sunk', 'line'].includes(name)) continue
    const least = name.startsWith('series-') || name === 'line2' ? 3 : 4.5
    for (const [theme, color] of themes.entries()) {
      const contrast = contrastOf(color, COLORS.get('sur')![theme]!)
      t.ok(contrast >= least, `--${name} ${color}: ${contrast.toFixed(2)} of ${least}`)
    }
  }
  t.end()
})

/** WCAG 2.2, contrast ratio. */
function contrastOf(color: string, other: string): number {
  const [dark, light] = [luminance(color), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
