import type { AppRow, RunRow } from './delivery.ts'

const encoder = new TextEncoder()
const bytes = (text: string) => encoder.encode(text).length

/**
 * A file name's parts joined; what file systems do not take in names, controls and marks of direction are `_`, and so are dots and
 * spaces that it would start with. An app's name loses characters from its end until all of it has at most 230 bytes.
 */
export function fileName(app: AppRow, parts: (string | number)[], run: RunRow | undefined, suffix: string): string {
  const lastRunDate = run === undefined ? 'none' : run.created_at.slice(0, 10)
  const rest = `-${[...parts, lastRunDate].join('-')}${suffix}`
  const safe = app.name.replace(/[/\\:*?"<>|\u2028\u2029]|\p{Cc}|\p{Bidi_Control}/gu, '_')
  const visible = safe.replace(/^[ .]+/, lost => '_'.repeat(lost.length))
  const characters = [...new Intl.Segmenter().segment(visible)].map(({ segment }) => segment)
  while (bytes(characters.join('') + rest) > 230) characters.pop()
  const name = `${characters.join('') || '_'}${rest}`
  return /^(aux|con|nul|prn|com[0-9]|lpt[0-9])( *)\./i.test(name) ? `_${name}` : name
}
