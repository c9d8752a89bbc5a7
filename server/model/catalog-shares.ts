import { LONGEST } from './catalog-document.ts'
import type { Catalog } from './catalog.ts'

/** Share of the catalog document that one company's apps may take, so that its deliveries leave room for those of others. */
const SHARE = 1 / 4

const PARTS = ['events', 'budgets', 'runs', 'files'] as const

type Part = (typeof PARTS)[number]
type Parts = Record<Part, number>

const REMEDIES: Record<Part, string> = {
  events: '`admin events remove`',
  budgets: '`admin budgets remove`',
  runs: '`admin prune`',
  files: '`admin prune`',
}

/** @throws an Error for the operator if `next` takes the apps of a company that reads one of `apps` beyond its share */
export function requireShares(previous: Catalog, next: Catalog, apps: readonly number[]): void {
  const companies = new Set(next.app_access.filter(pair => apps.includes(pair.app_id)).map(pair => pair.company_id))
  for (const company of companies) {
    const after = sizesOf(next, company)
    const total = sumOf(after)
    if (total <= SHARE * LONGEST || total <= sumOf(sizesOf(previous, company))) continue
    const name = next.companies.find(row => row.company_id === company)?.name ?? ''
    const largest = PARTS.toSorted((one, other) => after[other] - after[one])
    throw new Error(
      `the apps of company ${company} (${name}) would take ${megabytes(total)} of the catalog, and may take ${megabytes(SHARE * LONGEST)}, ` +
        `a quarter of it: ${largest.map(part => `${part} ${megabytes(after[part])}`).join(', ')}. ` +
        `Make room with ${REMEDIES[largest[0]!]}`,
    )
  }
}

function sizesOf(catalog: Catalog, company: number): Parts {
  const own = new Set(catalog.app_access.filter(pair => pair.company_id === company).map(pair => pair.app_id))
  const files = [...own].flatMap(app => catalog.files[app] ?? [])
  return {
    events: lengthOf(files.map(({ events }) => events ?? [])),
    budgets: lengthOf(files.map(({ budgets }) => budgets ?? [])),
    runs: lengthOf(catalog.runs.filter(run => own.has(run.app_id))),
    files: lengthOf(files.map(({ events: _events, budgets: _budgets, ...others }) => others)),
  }
}

function lengthOf(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0)
}

function sumOf(parts: Parts): number {
  return PARTS.reduce((sum, part) => sum + parts[part], 0)
}

function megabytes(characters: number): string {
  return `${(characters / 2 ** 20).toFixed(1)} MB`
}
