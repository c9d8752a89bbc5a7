import { ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import t from 'tap'
import {
  cutDays,
  type Limits,
  LIMITS,
  segmentsToMerge,
  segmentsToMove,
  type Sized,
} from '../../../../../server/store/facts/common/segment-levels.ts'
import type { Segment } from '../../../../../server/core/model/catalog.ts'
import fc from '../../../../support/fast-check.ts'

/** A row is a byte here, so that sizes are exact. */
function segment(rows: number, month?: string): Segment {
  const span = { start: '2026-01-01', end: '2026-12-31', first_run: 1, last_run: 9 }
  return { file: randomUUID(), rows, bytes: rows, span, ...(month && { month }) }
}

function sum(parts: readonly { rows: number }[]): number {
  return parts.reduce((total, { rows }) => total + rows, 0)
}

/** Follows the plan with rows by month instead of files; returns what it wrote, and the most of everything it has had. */
function grow(days: readonly ReadonlyMap<string, number>[], limits: Limits) {
  const seen = { written: 0, delivered: 0, segments: 0, largest: 0, read: 0 }
  const monthsOf = new Map<Segment, ReadonlyMap<string, number>>()
  let stored: Segment[] = []
  const write = (rows: number, month?: string): Segment => {
    const made = segment(rows, month)
    seen.written += rows
    seen.largest = Math.max(seen.largest, rows)
    return made
  }
  for (const delivered of days) {
    const rows = [...delivered.values()].reduce((total, some) => total + some, 0)
    seen.delivered += rows
    const moved = segmentsToMove('snapshots', stored, { rows, bytes: rows }, limits)
    if (moved === undefined) {
      const fresh = write(rows)
      monthsOf.set(fresh, delivered)
      stored.push(fresh)
      seen.segments = Math.max(seen.segments, stored.length)
      continue
    }
    seen.read = Math.max(seen.read, sum(moved))
    const arrived = new Map<string, number>()
    for (const part of [...moved.map(one => monthsOf.get(one)!), delivered]) {
      for (const [month, some] of part) arrived.set(month, (arrived.get(month) ?? 0) + some)
    }
    const replaced = new Set(moved)
    const made: Segment[] = []
    const months = new Set([...arrived.keys(), ...stored.flatMap(({ month }) => month ?? [])])
    for (const month of months) {
      const size = arrived.get(month)
      const own = stored.filter(one => one.month === month)
      const merged = segmentsToMerge(
        'snapshots',
        own,
        size === undefined ? undefined : ({ rows: size, bytes: size } satisfies Sized),
        limits,
      )
      if (size === undefined && merged.length === 0) continue
      seen.read = Math.max(seen.read, sum(merged))
      made.push(write((size ?? 0) + sum(merged), month))
      for (const one of merged) replaced.add(one)
    }
    stored = [...stored.filter(one => !replaced.has(one)), ...made]
    seen.segments = Math.max(seen.segments, stored.length)
  }
  t.equal(sum(stored), seen.delivered, 'no row is lost or doubled')
  return { ...seen, stored, amplification: seen.written / Math.max(seen.delivered, 1) }
}

/** What a daily run saw of the days before it. */
function daily(days: number, window: number, rows: (age: number) => number): Map<string, number>[] {
  return Array.from({ length: days }, (_, day) => {
    const months = new Map<string, number>()
    for (let age = 1; age <= window; age++) {
      const month = new Date(Date.UTC(2024, 6, 1 + day - age)).toISOString().slice(0, 7)
      months.set(month, (months.get(month) ?? 0) + rows(age))
    }
    return months
  })
}

const WIDE: Limits = { fresh: 16, bytes: Infinity }

t.test('730 daily imports write each row less than six times, with any lookback', t => {
  for (const [window, most, segments] of [
    [1, 3.5, 60],
    [30, 4, 60],
    [120, 3.5, 70],
    [455, 4, 120],
  ] as const) {
    const { amplification, segments: count } = grow(
      daily(730, window, () => 100),
      WIDE,
    )
    t.ok(amplification < most, `${window} days: ${amplification.toFixed(2)}`)
    t.ok(count <= segments, `${window} days: ${count} segments`)
  }
  t.end()
})

t.test('a month without new imports becomes a few segments and stays unchanged', t => {
  const { stored } = grow(
    daily(730, 120, () => 100),
    WIDE,
  )
  const byMonth = new Map<string, number>()
  for (const { month } of stored) if (month) byMonth.set(month, (byMonth.get(month) ?? 0) + 1)
  const closed = [...byMonth].sort().slice(0, -7)
  t.ok(closed.length >= 20)
  t.ok(
    closed.every(([, count]) => count <= 2),
    JSON.stringify(closed),
  )
  t.end()
})

t.test('an import without rows writes one file and nothing else', t => {
  t.match(grow([new Map(), new Map()], { fresh: 2, bytes: 5000 }), {
    delivered: 0,
    written: 0,
    read: 0,
  })
  t.end()
})

t.test('any imports keep sizes, reads, amplification and counts within bounds', t => {
  const days = fc.array(
    fc.dictionary(
      fc.constantFrom('2026-01', '2026-02', '2026-03', '2026-04'),
      fc.integer({ min: 1, max: 2000 }),
    ),
    {
      minLength: 1,
      maxLength: 300,
      size: 'max',
    },
  )
  fc.assert(
    fc.property(
      days,
      fc.constantFrom(2, 4, 16),
      fc.constantFrom(5000, 40_000, Infinity),
      (days, fresh, bytes) => {
        const grown = grow(
          days.map(day => new Map(Object.entries(day))),
          { fresh, bytes },
        )
        // What arrives at once is at most 8,000 rows.
        ok(grown.read <= bytes)
        ok(grown.largest <= bytes + 8000)
        ok(grown.amplification < 6 + Math.log2(300 / fresh), `amplification ${grown.amplification}`)
        const full = bytes === Infinity ? 0 : (4 * grown.delivered) / bytes
        ok(grown.segments <= fresh + 4 * 12 + full, `${grown.segments} segments`)
      },
    ),
    { numRuns: 60 },
  )
  t.end()
})

t.test(
  'files of earlier versions move first, at least one, at most as many as may be read at once',
  t => {
    const old = (rows: number): Segment => ({ file: 'old', rows, bytes: rows })
    const move = (...stored: Segment[]) =>
      segmentsToMove('snapshots', stored, { rows: 1, bytes: 1 }, { fresh: 16, bytes: 100 })
    t.equal(move(), undefined)
    t.equal(move(segment(10), segment(10, '2026-01')), undefined)
    t.strictSame(move(old(1000)), [old(1000)], 'however large it is')
    t.strictSame(move(old(1000), old(10)), [old(1000)])
    t.strictSame(move(old(60), old(10), old(50)), [old(60), old(10)])
    t.equal(move(...Array.from({ length: 14 }, () => segment(1))), undefined)
    t.equal(move(...Array.from({ length: 15 }, () => segment(1)))?.length, 15)
    t.equal(move(segment(70), segment(40))?.length, 1, 'more bytes than may be read at once')
    t.end()
  },
)

t.test('days that arrive at once are split so that only a large day exceeds the limit', t => {
  const days = (...rows: number[]) =>
    rows.map((rows, index) => ({ day: `2026-01-0${index + 1}`, rows }))
  const cut = (...rows: number[]) =>
    cutDays('snapshots', days(...rows), { fresh: 16, bytes: 800 }).map(({ start, end }) =>
      [start, end].map(day => Number(day.slice(-2))),
    )
  t.strictSame(cut(4, 6), [[1, 2]])
  t.strictSame(cut(4, 7, 3), [
    [1, 1],
    [2, 3],
  ])
  t.strictSame(cut(1, 50, 1), [
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  t.ok(LIMITS.bytes <= 256 * 2 ** 20)
  t.end()
})
