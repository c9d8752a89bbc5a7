/** Rows as a plain text table with a header; numbers to the right. Empty text for no rows. */
export const formatTable = (rows: readonly Record<string, string | number | null>[]): string => {
  const names = Object.keys(rows[0] ?? {})
  const text = (value: string | number | null | undefined): string => (typeof value === 'number' ? value.toLocaleString('en') : (value ?? '-'))
  const widths = names.map(name => Math.max(name.length, ...rows.map(row => text(row[name]).length)))
  const line = (cells: readonly string[], right: (index: number) => boolean): string =>
    cells.map((cell, index) => (right(index) ? cell.padStart(widths[index]!) : cell.padEnd(widths[index]!))).join('  ').trimEnd()
  const isNumber = (index: number): boolean => typeof rows[0]?.[names[index]!] === 'number'
  return [line(names, isNumber), ...rows.map(row => line(names.map(name => text(row[name])), isNumber))].join('\n')
}
