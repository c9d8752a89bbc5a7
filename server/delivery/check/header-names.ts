import { nearestName } from '../../checks/faults.ts'

/** A column's names in exporters and spreadsheets. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  install_date: ['date', 'day', 'cohort', 'cohort date', 'cohort day', 'install day'],
  platform: ['os', 'os name'],
  network: ['channel', 'media source', 'partner', 'ad network'],
  campaign: ['campaign name'],
  country: ['country code', 'geo'],
  spend: ['cost', 'ad spend', 'total spend', 'total cost'],
  dsi: ['age', 'day', 'days since install', 'cohort age'],
}

/** Maximum length of a name that is compared. */
const LONGEST_NAME = 100
const UNIT = /\s*[([][^()[\]]*[)\]]\s*$/

/** Without letter case, blanks, `_` and `-`. */
export function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/gu, '')
}

/** The column that a header's cell names in another spelling: `Install Date`, `Spend (USD)`. */
export function columnMeant(cell: string, columns: readonly string[]): string | undefined {
  if (cell.length > LONGEST_NAME) return undefined
  const name = fold(cell.replace(UNIT, ''))
  return columns.find(column => fold(column) === name) ?? columns.find(column => OTHER_NAMES[column]?.some(other => fold(other) === name))
}

/** Error for a missing column, with the unused cell of the header that may be another spelling of it. */
export function missingRule(column: string, unused: readonly string[]): string {
  const names = unused.filter(name => name.length <= LONGEST_NAME)
  const meant = names.find(name => columnMeant(name, [column]) !== undefined) ?? nearestName(column, names)
  return `is required: missing column${meant === undefined ? '' : `; did you mean the one named ${JSON.stringify(meant)}?`}`
}
