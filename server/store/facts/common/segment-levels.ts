import type { Segment } from '../../../core/model/catalog.ts'

/*
 * How the segments of an append-only table are merged. An import adds one fresh segment. Once these reach a limit, their rows move into
 * monthly segments, together with smaller segments of the month.
 *
 * An import writes a row once, and moving it writes it again. Each later merge multiplies its segment by at least `OPEN_GROWTH` while
 * imports bring rows of the month, then by `CLOSED_GROWTH`: 730 daily imports of 120 install days write a row 3.2 times on average.
 */

export interface Limits {
  /** Number of fresh segments whose rows move. */
  fresh: number
  /** Bytes of fresh segments whose rows move; a merge reads and writes at most as many. */
  bytes: number
}

export const LIMITS: Limits = { fresh: 16, bytes: 256 * 2 ** 20 }

const OPEN_GROWTH = 4
const CLOSED_GROWTH = 1.5

/** Upper estimate of a row's size, bytes. */
const ROW_BYTES = { snapshots: 80, alerts: 512 }

type Table = keyof typeof ROW_BYTES

export interface Sized {
  rows: number
  bytes: number
}

export function sizeOf(
  table: Table,
  { rows, bytes = rows * ROW_BYTES[table] }: { rows: number; bytes?: number },
): Sized {
  return { rows, bytes }
}

/** Fresh segments whose rows move with the `delivered` ones, oldest first; undefined if the delivered rows become a fresh segment. */
export function segmentsToMove(
  table: Table,
  stored: readonly Segment[],
  delivered: Sized,
  limits: Limits,
): Segment[] | undefined {
  const fresh = stored.filter(({ month }) => month === undefined)
  const isOfEarlierVersion = fresh.some(({ span }) => span === undefined)
  const bytes = fresh.reduce((sum, segment) => sum + sizeOf(table, segment).bytes, delivered.bytes)
  if (fresh.length + 1 < limits.fresh && bytes <= limits.bytes && !isOfEarlierVersion)
    return undefined
  let bytesLeft = limits.bytes
  // At least one, since a file of an earlier version may be larger.
  return fresh.filter(
    (segment, index) => (bytesLeft -= sizeOf(table, segment).bytes) >= 0 || index === 0,
  )
}

/** Segments of a month to merge with the rows that `moved` into it, or with each other if none did. */
export function segmentsToMerge(
  table: Table,
  stored: readonly Segment[],
  moved: Sized | undefined,
  { bytes: most }: Limits,
): Segment[] {
  const growth = moved === undefined ? CLOSED_GROWTH : OPEN_GROWTH
  const parts: (Sized & { segment?: Segment })[] = stored.map(segment => ({
    ...sizeOf(table, segment),
    segment,
  }))
  if (moved) parts.push(moved)
  parts.sort((a, b) => a.rows - b.rows)
  // The longest prefix that is `growth` times its largest part.
  let [rows, bytes, count] = [0, 0, 0]
  for (const [index, part] of parts.entries()) {
    rows += part.rows
    bytes += part.bytes
    if (bytes > most) break
    if (index > 0 && rows >= growth * part.rows) count = index + 1
  }
  const merged = parts.slice(0, count)
  if (moved && !merged.some(({ segment }) => segment === undefined)) return []
  return merged.flatMap(({ segment }) => segment ?? [])
}

export interface DayRows {
  day: string
  rows: number
}

/** Splits consecutive days so that each part fits one segment. */
export function cutDays(
  table: Table,
  days: readonly DayRows[],
  { bytes: most }: Limits,
): { start: string; end: string }[] {
  const ranges: { start: string; end: string; bytes: number }[] = []
  for (const { day, rows } of days) {
    const { bytes } = sizeOf(table, { rows })
    const last = ranges.at(-1)
    if (last && last.bytes + bytes <= most)
      Object.assign(last, { end: day, bytes: last.bytes + bytes })
    else ranges.push({ start: day, end: day, bytes })
  }
  return ranges.map(({ start, end }) => ({ start, end }))
}
