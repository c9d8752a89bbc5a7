import type { Guess } from './init-text.ts'
import { familyOf } from './known-networks.ts'
import { platformOf } from './names.ts'
import type { Spent, Survey } from './survey.ts'
import { plainName } from './words.ts'

/** Exporters with tables of the same content, the most detailed first. */
const DETAIL = [
  'appsflyer-raw',
  'appsflyer-cohort',
  'adjust',
  'singular',
  'neutral',
  'appsflyer-aggregate',
]

/** Installs and revenue must come from the same exporter, and nothing may be counted twice. */
export function leaveDoubles(guesses: Guess[]): void {
  const rankOf = ({ format }: Guess): number =>
    DETAIL.includes(format) ? DETAIL.indexOf(format) : DETAIL.indexOf('neutral')
  const ranked = [...guesses].sort((a, b) => rankOf(a) - rankOf(b))
  const revenue = ranked.find(({ table }) => table === 'revenue' || table === 'events')
  for (const table of ['revenue', 'installs'] as const) {
    const all = ranked.filter(guess => guess.table === table)
    const taken =
      all.find(({ format }) => table === 'installs' && format === revenue?.format) ?? all[0]
    const events = ranked.find(guess => guess.table === 'events')
    const isOwn = (guess: Guess): boolean =>
      events === undefined || guess.format === events.format || guess.format === 'neutral'
    for (const guess of all) {
      const other = events ?? taken
      if (
        other === undefined ||
        baseOf(guess) === baseOf(other) ||
        (table === 'installs' && events !== undefined && isOwn(guess))
      )
        continue
      guess.doubled = `counts the same ${table} again as ${other.files.join(', ')} (${other.format})`
    }
  }
  const installs = guesses.filter(
    ({ table, doubled: doubt }) => table === 'installs' && doubt === undefined,
  )
  const best = Math.max(...installs.map(guess => worthOf(guess, guesses)))
  const taken = installs.find(guess => worthOf(guess, guesses) === best)
  for (const guess of installs) {
    if (worthOf(guess, guesses) < best)
      guess.doubled = `counts the same installs again as ${taken!.files.join(', ')}, which has their network and revenue`
  }
}

/** Prefers installs of the file with revenue, then those with a network, then those that a cost report claims. */
function worthOf({ files, columns }: Guess, guesses: readonly Guess[]): number {
  const isWith = (...tables: string[]): boolean =>
    guesses.some(
      other => tables.includes(other.table) && other.files.some(file => files.includes(file)),
    )
  if (columns.network !== undefined && columns.network.startsWith('=')) return 0
  return isWith('revenue', 'events') || !isWith('spend') ? 2 : 1
}

/** Groups exporters: two revenue kinds of one exporter do not double each other. */
function baseOf({ format }: Guess): string {
  return format.replace(/-ads$/, '')
}

/** Several inputs may contain a campaign's spend: of overlapping ones, the one with more names is kept. */
export function dropOverlappingSpend(taken: readonly Guess[], { spent }: Survey): void {
  const known = new Map<string, { guess: Guess; spent: Spent }[]>()
  const key = ({ network, campaign }: Spent): string =>
    `${familyOf(network)} ${plainName(campaign)}`
  const width = (index: number): number =>
    (spent[index] ?? []).filter(({ platform }) => platform !== '').length
  const order = taken
    .map((guess, index) => ({ guess, index }))
    .filter(({ guess }) => guess.table === 'spend')
  order.sort((a, b) => Number(width(b.index) > 0) - Number(width(a.index) > 0) || a.index - b.index)
  for (const { guess, index } of order) {
    const own = spent[index] ?? []
    const same = own.flatMap(spending =>
      (known.get(key(spending)) ?? []).filter(other => isSameSpend(spending, other.spent)),
    )
    const [first] = same
    if (first !== undefined)
      guess.doubled = `counts the same spend again as ${first.guess.files.join(', ')} (${first.guess.format})`
    else
      for (const spending of own)
        known.set(key(spending), [...(known.get(key(spending)) ?? []), { guess, spent: spending }])
  }
}

function isSameSpend(a: Spent, b: Spent): boolean {
  const [first, second] = [platformOf(a.platform), platformOf(b.platform)]
  return (
    (first === null || second === null || first === second) &&
    a.first <= b.last &&
    b.first <= a.last
  )
}
