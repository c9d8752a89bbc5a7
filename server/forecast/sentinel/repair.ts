import type { Day } from '../../core/model/dates.ts'
import { type Cells, type Facts, firstCellOf, netShareOf, type Revenue } from '../model/facts.ts'
import { isWithin, type Scope, type Units, unitsOf } from './segments.ts'
import { AGES, singleDayAges } from './series.ts'
import type { Finding } from './finding.ts'

/** Days of a scope that are configured as wrong: neither installs nor revenue count. */
export interface Outage {
  from: Day
  to: Day
  scope: Scope
}

/**
 * The facts without invalid data, for fits and advice; actuals are delivered unchanged. Wrong spend becomes installs times the
 * usual CPI, and wrong revenue of a calendar day the usual revenue. Wrong installs leave their cells empty. A change uses rows known at the end of its day, so that earlier as-of days see none of it.
 */
export function repair(
  facts: Facts,
  findings: readonly Finding[],
  outages: readonly Outage[] = [],
): Facts {
  if (findings.length === 0 && outages.length === 0) return facts
  const units = unitsOf(facts)
  const cells = repairedCells(facts.cells, units, findings, outages)
  return {
    ...facts,
    cells,
    revenue: facts.revenue.map(revenue => repairedRevenue(facts, cells, units, revenue, findings)),
  }
}

function repairedCells(
  cells: Cells,
  units: Units,
  findings: readonly Finding[],
  outages: readonly Outage[],
): Cells {
  const [spend, installs] = [cells.spend.slice(), cells.installs.slice()]
  const byDay = new Map<Day, Finding[]>()
  for (const finding of findings)
    if (finding.test !== 'revenue')
      byDay.set(finding.day, [...(byDay.get(finding.day) ?? []), finding])
  for (let i = 0; i < cells.count; i++) {
    for (const finding of byDay.get(cells.day[i]!) ?? []) {
      if (isWithin(cells, i, finding.scope))
        [spend[i], installs[i]] = repairedCell(finding, spend[i]!, installs[i]!, units.of[i]!)
    }
    if (
      outages.some(
        ({ from, to, scope }) =>
          cells.day[i]! >= from && cells.day[i]! <= to && isWithin(cells, i, scope),
      )
    ) {
      spend[i] = installs[i] = 0
    }
  }
  return { ...cells, spend, installs }
}

function repairedCell(
  finding: Finding,
  spend: number,
  installs: number,
  unit: number,
): [number, number] {
  const rate = finding.rates?.[unit] ?? 0
  const factor = factorOf(finding)
  switch (finding.repair) {
    case 'spend':
      return [rate * installs, installs]
    case 'both':
      return [factor > 0 ? spend / factor : spend, divided(installs, factor)]
    case 'empty':
      return [0, 0]
    default:
      return [spend, installs]
  }
}

/** Unknown if none are left. */
function divided(installs: number, factor: number): number {
  return factor > 0 ? Math.round(installs / factor) : installs
}

/** Files read twice, and cents in place of whole units, give exact factors. */
const EXACT = [2, 3, 10, 100, 1000, 10_000]
const NEAR = Math.log(1.3)

function factorOf({ observed, expected }: Finding): number {
  const factor = observed / expected
  return EXACT.find(exact => Math.abs(Math.log(factor / exact)) < NEAR && factor > 1.5) ?? factor
}

function repairedRevenue(
  facts: Facts,
  to: Cells,
  units: Units,
  revenue: Revenue,
  findings: readonly Finding[],
): Revenue {
  const { cells } = facts
  const { start, age, gross, net } = revenue
  const isSingleDay = singleDayAges(revenue)
  const wrong = findings.filter(
    finding => finding.test === 'revenue' && finding.kind === revenue.kind,
  )
  // Days without a row get one.
  const room =
    age.length + wrong.reduce((sum, { day }) => sum + cellsBetween(cells, day - AGES, day), 0)
  const rows = {
    start: new Uint32Array(cells.count + 1),
    age: new Uint16Array(room),
    gross: new Float64Array(room),
    net: new Float64Array(room),
  }
  let count = 0
  const add = (n: number, grossOf: number, netOf: number): void => {
    rows.age[count] = n
    rows.gross[count] = grossOf
    rows.net[count++] = netOf
  }
  for (let i = 0; i < cells.count; i++) {
    // An emptied cell's revenue belongs to unknown installs.
    const isEmpty = to.installs[i] === 0 && cells.installs[i]! > 0
    const ages = isEmpty
      ? []
      : wrong.filter(
          ({ day, scope }) => isSingleDay[day - cells.day[i]!] === 1 && isWithin(cells, i, scope),
        )
    const netShare = netShareOf(facts, revenue.kind, i)
    let row = isEmpty ? start[i + 1]! : start[i]!
    for (const [at, finding] of ages.entries()) {
      if (finding.day === ages[at - 1]?.day) continue
      const n = finding.day - cells.day[i]!
      while (row < start[i + 1]! && age[row]! < n) add(age[row]!, gross[row]!, net[row++]!)
      const [was, keptNet] =
        row < start[i + 1]! && age[row] === n ? [gross[row]!, net[row++]!] : [0, 0]
      const now = amountOf(
        finding,
        was,
        to.installs[i]! * finding.curve![n]! * finding.rates![units.of[i]!]!,
      )
      if (now > 0 || keptNet !== 0) add(n, now, was > 0 ? (keptNet * now) / was : now * netShare)
    }
    while (row < start[i + 1]!) add(age[row]!, gross[row]!, net[row++]!)
    rows.start[i + 1] = count
  }
  return {
    ...revenue,
    start: rows.start,
    age: rows.age.slice(0, count),
    gross: rows.gross.slice(0, count),
    net: rows.net.slice(0, count),
  }
}

function cellsBetween({ day, count }: Cells, after: Day, to: Day): number {
  return firstCellOf(day, count, to + 1) - firstCellOf(day, count, after + 1)
}

/** An excess is divided by the scope's factor; a deficit is filled in. */
function amountOf(finding: Finding, was: number, usual: number): number {
  const factor = factorOf(finding)
  return factor > 1 ? was / factor : was + (1 - factor) * usual
}
