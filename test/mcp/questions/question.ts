import type { OpenDelivery } from '../../support/open-delivery.ts'
import type { Reader } from './demo.ts'

/** A question of a marketer, answered twice. */
export interface Question {
  asks: string
  /** Whose question; the first company's unless given. */
  companyId?: number
  /** What a reader takes from the tools' answers, at most comparing two numbers. */
  answer: (reader: Reader) => Promise<unknown>
  /** The same from the delivery's own files; absent where the independent reference computes it. */
  expected?: (delivery: OpenDelivery) => Promise<unknown>
  /** What the answer leaves to its reader; nothing unless given. */
  left?: string
}

/** Rows reduced to some of their columns. */
export function only(rows: readonly Record<string, unknown>[], ...columns: string[]): unknown[][] {
  return rows.map(row => columns.map(column => row[column]))
}

/** As tools tell numbers: to 6 significant digits, and every digit before the point. */
export function toolNumber(value: unknown): unknown {
  const number =
    typeof value === 'string' && value !== '' && !Number.isNaN(Number(value))
      ? Number(value)
      : value
  return typeof number === 'number'
    ? Math.abs(number) >= 1e6
      ? Math.round(number)
      : Number(number.toPrecision(6))
    : number
}

/** The rows of a query as lists of cells, as tools tell them. */
export async function cells(delivery: OpenDelivery, sql: string): Promise<unknown[][]> {
  return (await delivery.query(sql)).map(row => Object.values(row).map(toolNumber))
}
