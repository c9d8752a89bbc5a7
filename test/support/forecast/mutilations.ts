import { ForecastFaults } from '../../../server/forecast/config/config-faults.ts'
import { parseConfig } from '../../../server/forecast/config/read-config.ts'
import { below } from '../seed.ts'
import type { Kind } from './input-kinds.ts'
import { readSums } from './kind-outcome.ts'

/** Ways in which a file is damaged. */
export const WAYS = ['cut', 'doubled', 'unit'] as const
export type Way = (typeof WAYS)[number]

export interface Mutilation {
  file: string
  text: string
  what: string
  /** Whether the cut cell is a shorter number: no other cell tells what it was. */
  isStillNumber: boolean
}

const NUMBER = /^-?[\d.,]+$/

/** A changed file, or undefined if the drawn one has quotes, or cells that are not text. */
export function mutilated(
  { files }: Pick<Kind, 'files'>,
  way: Way,
  random: () => number,
): Mutilation | undefined {
  const names = Object.keys(files)
  const file = names[below(random, names.length)]!
  const content = files[file]!
  if (typeof content !== 'string' || content.includes('"')) return undefined
  const lines = content.trimEnd().split('\n')
  const separator = [',', ';', '\t'].reduce((a, b) =>
    lines.at(-1)!.split(b).length > lines.at(-1)!.split(a).length ? b : a,
  )
  const rows = lines.map(line => line.split(separator))
  const top = rows.findIndex(({ length }) => length === rows.at(-1)!.length)
  const column = below(random, rows[top]!.length)
  const row = top + 1 + below(random, rows.length - top - 1)
  const cell = rows[row]?.[column] ?? ''
  const name = rows[top]![column]!
  const done = (what: string, isStillNumber = false): Mutilation => ({
    file,
    text: `${rows.map(cells => cells.join(separator)).join('\n')}\n`,
    what: `${file}, ${name}: ${what}`,
    isStillNumber,
  })
  if (way === 'cut') {
    if (cell === '') return undefined
    const short = cell.slice(0, below(random, cell.length))
    rows[row]![column] = short
    return done(`"${cell}" cut to "${short}"`, NUMBER.test(cell) && NUMBER.test(short))
  }
  if (way === 'doubled') {
    for (const cells of rows.slice(top)) cells.splice(column, 0, cells[column] ?? '')
    return done('column doubled')
  }
  const data = rows.slice(top + 1)
  if (!data.every(cells => NUMBER.test(cells[column] ?? ''))) return undefined
  const factor = [100, 1000, 0.01][below(random, 3)]!
  for (const cells of data)
    cells[column] = String(Number(cells[column]!.replace(',', '.')) * factor)
  return done(`times ${factor}`)
}

/** Sums over all campaigns. */
function totalOf(sums: readonly string[]): string {
  const each = sums.map(line => line.split(': ').at(-1)!.split(' / ').map(Number))
  return [0, 1, 2]
    .map(at => each.reduce((sum, values) => sum + values[at]!, 0).toFixed(1))
    .join(' / ')
}

/** What becomes of a changed file under the configuration of the unchanged one. `moved`: under another name, which `check` lists. */
export async function fateOf(
  folder: string,
  text: string,
  before: { sums: string[]; notes: readonly string[] },
): Promise<'right' | 'refused' | 'noted' | 'moved' | 'silent'> {
  try {
    const { sums, notes } = await readSums(parseConfig(text, { file: 'forecast.yaml', folder }))
    if (sums.join() === before.sums.join()) return 'right'
    return notes.some(note => /\d/.test(note) && !before.notes.includes(note))
      ? 'noted'
      : totalOf(sums) === totalOf(before.sums)
        ? 'moved'
        : 'silent'
  } catch (error) {
    if (error instanceof ForecastFaults) return 'refused'
    throw error
  }
}
