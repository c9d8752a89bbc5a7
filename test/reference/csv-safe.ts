import type { ExpectedFile } from './expected.ts'

/** String cells a spreadsheet would run as formulas, prefixed with an apostrophe. */
export function csvSafeRows(file: ExpectedFile): ExpectedFile {
  return {
    ...file,
    rows: file.rows.map(row =>
      row.map((cell, index) =>
        file.columns[index]?.type === 'string' &&
        typeof cell === 'string' &&
        /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell)
          ? `'${cell}`
          : cell,
      ),
    ),
  }
}
