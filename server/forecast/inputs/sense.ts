import type { Compared } from './compare.ts'
import { sum } from '../../core/formulas/sums.ts'

/** Value of a US dollar in each currency, to the first digit: only orders of magnitude matter. */
const PER_DOLLAR: Readonly<Record<string, number>> = {
  JPY: 150,
  KRW: 1400,
  IDR: 16_000,
  VND: 25_000,
  INR: 85,
  RUB: 90,
  TRY: 35,
  THB: 35,
  PHP: 57,
  TWD: 32,
  HUF: 370,
  CLP: 950,
  COP: 4200,
  ARS: 1000,
  UAH: 41,
  CZK: 23,
  MXN: 18,
  SEK: 10,
  NOK: 11,
  DKK: 7,
  CNY: 7,
  HKD: 8,
  BRL: 6,
  ZAR: 18,
  PLN: 4,
  ILS: 4,
  NGN: 1600,
  EGP: 50,
  PKR: 280,
  KZT: 500,
}

/** Limits above what ten years of mobile games and apps have seen over a network's whole history, in US dollars and ratios. */
const BELIEVABLE = {
  cpi: { least: 0.005, most: 100 },
  revenue: { most: 300 },
  roas: { most: 30, least: 0.01 },
}
/** Maximum multiple of other networks' cost per install, and the cost that is high in itself. */
const FROM_OTHERS = 100
const DEAR = { times: 20, cpi: 30 }
const FEWEST_INSTALLS = 20

interface Sums {
  network: string
  spend: number
  installs: number
  revenue: number
}

/** Notes on networks whose amounts are probably in another unit or currency. */
export function senseNotes(all: readonly Compared[], currency: string): string[] {
  const networks = new Map<string, Sums>()
  for (const { network, spend, paidInstalls, revenue } of all) {
    if (paidInstalls === 0 && spend === 0) continue
    const name = network ?? 'Unknown'
    const sums = networks.get(name) ?? { network: name, spend: 0, installs: 0, revenue: 0 }
    networks.set(name, {
      network: name,
      spend: sums.spend + spend,
      installs: sums.installs + paidInstalls,
      revenue: sums.revenue + revenue,
    })
  }
  const judged = [...networks.values()].filter(({ installs }) => installs >= FEWEST_INSTALLS)
  const rate = PER_DOLLAR[currency] ?? 1
  const median = (values: readonly number[]): number | undefined =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
  const [spend, revenue] = (['spend', 'revenue'] as const).map(name =>
    sum(judged, other => other[name]),
  ) as [number, number]
  const isPoor = spend > 0 && revenue < BELIEVABLE.roas.least * spend
  const poor = `Revenue of ${formatValue((100 * revenue) / spend)} % of spend, over all networks, is not believable: it may be per install (per: install), in another unit or currency (divide, currency), or a part of it (columns that are not read).`
  const notes = judged.flatMap(sums => {
    const { network, spend, installs, revenue } = sums
    const cpi = spend / installs
    const others = judged.filter(other => other !== sums)
    const usual = median(
      others.filter(other => other.spend > 0).map(other => other.spend / other.installs),
    )
    const said = (what: string, value: number): string =>
      `${network}: ${what} of ${formatValue(value)} ${currency}`
    const notes: string[] = []
    const isDear = cpi > DEAR.cpi * rate && cpi > DEAR.times * (usual ?? Infinity)
    const isHigh =
      isDear ||
      cpi > BELIEVABLE.cpi.most * rate ||
      (usual !== undefined && cpi > FROM_OTHERS * usual)
    const isLow =
      spend > 0 &&
      (cpi < BELIEVABLE.cpi.least * rate || (usual !== undefined && cpi < usual / FROM_OTHERS))
    const against = usual === undefined ? '' : ` (others: ${formatValue(usual)})`
    if (isHigh || isLow)
      notes.push(
        `${said('spend per install', cpi)}${against} is not believable${unit(cpi, usual ?? 2 * rate, 'spend')}.`,
      )
    if (revenue / installs > BELIEVABLE.revenue.most * rate)
      notes.push(
        `${said('revenue per install', revenue / installs)} is not believable${unit(revenue / installs, 2 * rate, 'revenue')}.`,
      )
    else if (spend > 0 && !isLow && revenue > BELIEVABLE.roas.most * spend)
      notes.push(
        `${network}: revenue of ${formatValue(revenue / spend)} times the spend is not believable: one of them may be in another unit or currency.`,
      )
    return notes
  })
  return isPoor ? [...notes, poor] : notes
}

const UNITS: readonly [divide: number, name: string][] = [
  [100, 'cents'],
  [1000, 'thousandths'],
  [1_000_000, 'millionths'],
]

/** The unit that makes a value closest to the usual one. */
function unit(value: number, usual: number, table: string): string {
  const distance = (divide: number): number => Math.abs(Math.log(value / divide / usual))
  const [divide, name] = UNITS.reduce((best, unit) =>
    distance(unit[0]) < distance(best[0]) ? unit : best,
  )
  if (distance(divide) < distance(1) && distance(divide) < Math.log(30))
    return `: if the file gives ${name}, add divide: ${divide} to its input of ${table}`
  return ': it may be in another unit or currency (divide, currency), or its installs are elsewhere'
}

function formatValue(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
