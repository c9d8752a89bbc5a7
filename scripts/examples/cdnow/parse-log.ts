import { isCalendarDate } from '../../../server/core/model/dates.ts'

export interface Purchase {
  customer: string
  /** Calendar date, `YYYY-MM-DD`. */
  date: string
  /** US dollars in units of 0.0001, so that sums are exact. */
  value: number
}

/**
 * Reads the CDNOW log: lines of customer_id, date (YYYYMMDD), number_of_cds and dollar_value, separated by spaces, under an
 * optional header line.
 * @throws Error that names the invalid line, or if the log has no purchases
 */
export function parseLog(text: string): Purchase[] {
  const purchases = text.split(/\r?\n/).flatMap((line, index) => {
    const fields = line.trim().split(/\s+/)
    if (fields[0] === '' || (index === 0 && fields[0] === 'customer_id')) return []
    return [parseLine(fields, index + 1)]
  })
  if (purchases.length === 0) throw new Error('The log holds no purchase')
  return purchases
}

function parseLine(fields: string[], line: number): Purchase {
  const [customer = '', day = '', discs = '', dollars = ''] = fields
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  if (fields.length !== 4)
    throw new Error(`Line ${line}: expected 4 columns, found ${fields.length}`)
  if (!/^\d{8}$/.test(day) || !isCalendarDate(date))
    throw new Error(`Line ${line}: date ${JSON.stringify(day)} is not YYYYMMDD`)
  if (!/^\d+$/.test(discs))
    throw new Error(`Line ${line}: number_of_cds ${JSON.stringify(discs)} is not a whole number`)
  if (!/^\d{1,9}(\.\d{1,4})?$/.test(dollars)) {
    throw new Error(
      `Line ${line}: dollar_value ${JSON.stringify(dollars)} is not an amount with at most 4 decimals`,
    )
  }
  return { customer, date, value: Math.round(Number(dollars) * 10_000) }
}
