import { parse } from 'csv-parse/sync'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseLog, type Purchase } from '../../../scripts/examples/cdnow/parse-log.ts'
import { isCalendarDate } from '../../../server/core/model/dates.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import { type CellOf, factsOf } from './facts.ts'

/** Where the CDNOW log is: what `CDNOW_LOG` names, else `shared/data/CDNOW_master.txt` beside a folder above this one; undefined: nowhere. */
export function findCdnowLog(): string | undefined {
  const named = process.env['CDNOW_LOG']
  if (named !== undefined) return named
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, 'shared/data/CDNOW_master.txt')
    if (existsSync(file)) return file
    if (folder === dirname(folder)) return undefined
  }
}

/**
 * Purchases of CDNOW's log, or of a CSV file with the columns of UCI's Online Retail or Online Retail II. There, cancellations and rows
 * without a customer are left out.
 */
function purchasesOf(file: string): Purchase[] {
  const text = readFileSync(file, 'utf8')
  if (!text.slice(0, text.indexOf('\n')).includes('InvoiceDate')) return parseLog(text)
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true })
  return rows.flatMap(row => {
    const customer = row['Customer ID'] ?? row['CustomerID'] ?? ''
    const value = Math.round(
      Number(row['Quantity']) * Number(row['Price'] ?? row['UnitPrice']) * 10_000,
    )
    const date = row['InvoiceDate']!.slice(0, 10)
    if (!isCalendarDate(date))
      throw new Error(
        `InvoiceDate ${JSON.stringify(row['InvoiceDate'])} does not begin with YYYY-MM-DD`,
      )
    return customer !== '' && value > 0 ? [{ customer, date, value }] : []
  })
}

/**
 * Customers by the day of their first purchase as installs, and what they bought as revenue.
 * @param campaigns to which customers are dealt by a hash of their number
 */
export function logFacts(file: string, campaigns = 1): Facts {
  const first = new Map<string, number>()
  const purchases = purchasesOf(file).map(p => ({ ...p, day: Date.parse(p.date) / 86_400_000 }))
  for (const p of purchases)
    first.set(p.customer, Math.min(p.day, first.get(p.customer) ?? Infinity))
  const campaignOf = (customer: string): string =>
    `${(Math.imul(Number(customer) + 1, 0x9e3779b1) >>> 0) % campaigns}`
  const cells = new Map<string, CellOf & { iap: Record<number, number> }>()
  for (const [customer, day] of first) {
    const campaign = campaignOf(customer)
    const cell = cells.get(`${day} ${campaign}`) ?? {
      day,
      platform: 'WEB',
      network: 'Log',
      campaign,
      country: 'US',
      installs: 0,
      spend: 1,
      iap: {},
    }
    cell.installs++
    cells.set(`${day} ${campaign}`, cell)
  }
  for (const p of purchases) {
    const day = first.get(p.customer)!
    const { iap } = cells.get(`${day} ${campaignOf(p.customer)}`)!
    iap[p.day - day] = (iap[p.day - day] ?? 0) + p.value
  }
  for (const { iap } of cells.values())
    for (const age of Object.keys(iap)) iap[Number(age)]! /= 10_000
  return factsOf([...cells.values()])
}
