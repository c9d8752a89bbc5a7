import type { AppRow, RunRow } from './delivery.ts'

const encoder = new TextEncoder()
function bytes(text: string) {
  return encoder.encode(text).length
}

/**
 * A file name's parts joined; what file systems do not take in names, controls and marks of direction are `_`. An app's name loses
 * characters from its end until all of it has at most 230 bytes.
 */
export function fileName(
  app: AppRow,
  parts: (string | number)[],
  run: RunRow | undefined,
  suffix: string,
): string {
  const lastRunDate = run === undefined ? 'none' : run.created_at.slice(0, 10)
  const rest = `-${[...parts, lastRunDate].join('-')}${suffix}`
  const safe = app.name.replace(/[/\\:*?"<>|\u2028\u2029]|\p{Cc}|\p{Bidi_Control}/gu, '_')
  const characters = [...new Intl.Segmenter().segment(safe)].map(({ segment }) => segment)
  while (bytes(characters.join('') + rest) > 230) characters.pop()
  return `${characters.join('') || '_'}${rest}`
}
