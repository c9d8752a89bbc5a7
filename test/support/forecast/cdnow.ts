import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseLog } from '../../../scripts/examples/cdnow/parse-log.ts'
import type { Facts } from '../../../server/forecast/model/facts.ts'
import { type CellOf, factsOf } from '../../server/forecast/support/facts.ts'

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

/** Customers by the day of their first purchase as installs, and what they bought as revenue. */
export function cdnowFacts(file: string): Facts {
  const first = new Map<string, number>()
  const purchases = parseLog(readFileSync(file, 'utf8')).map(p => ({ ...p, day: Date.parse(p.date) / 86_400_000 }))
  for (const p of purchases) first.set(p.customer, Math.min(p.day, first.get(p.customer) ?? Infinity))
  const cells = new Map<number, CellOf & { iap: Record<number, number> }>()
  for (const day of first.values()) {
    const cell = cells.get(day) ?? {
      day,
      platform: 'WEB',
      network: 'CDNOW',
      campaign: 'All',
      country: 'US',
      installs: 0,
      spend: 1,
      iap: {},
    }
    cell.installs++
    cells.set(day, cell)
  }
  for (const p of purchases) {
    const day = first.get(p.customer)!
    const { iap } = cells.get(day)!
    iap[p.day - day] = (iap[p.day - day] ?? 0) + p.value
  }
  for (const { iap } of cells.values()) for (const age of Object.keys(iap)) iap[Number(age)]! /= 10_000
  return factsOf([...cells.values()])
}
