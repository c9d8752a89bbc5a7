/** A calendar date in a name: `2026-03-05`, `20260305`, `2026_03_05`. */
const DATE = /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/g

/** Exports of the same kind for different days. */
export interface Partition {
  /** The last date in the path, `YYYY-MM-DD`; undefined if there is none. */
  date: string | undefined
  /** The path with `*` for dates. */
  series: string
}

export function partitionOf(file: string): Partition {
  const [, year, , month, day] = [...file.matchAll(DATE)].at(-1) ?? []
  return {
    date: year === undefined ? undefined : `${year}-${month}-${day}`,
    series: file.replace(DATE, '*').replace(/\.gz$/i, ''),
  }
}
