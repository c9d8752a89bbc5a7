import type { Kind, Revenue } from '../../../server/forecast/forecast.ts'

/** A payment of a cohort's user. */
export interface Payment {
  age: number
  /** In the currency's smallest unit. */
  amount: number
}

/** Collects revenue cell by cell. */
export class RevenueRows {
  private readonly units: number
  private readonly start: Uint32Array
  private age = new Uint16Array(1 << 16)
  private gross = new Float64Array(1 << 16)
  /** Payments of a row. */
  private payments = new Uint16Array(1 << 16)
  private cell = 0
  private rows = 0

  /** @param units smallest units in one of the currency */
  constructor(cells: number, units = 100) {
    this.start = new Uint32Array(cells + 1)
    this.units = units
  }

  /** Adds the next cell's payments, in any order; payments of equal age become one row. */
  add(drawn: readonly Payment[]): void {
    let last = -1
    for (const { age, amount } of drawn.toSorted((a, b) => a.age - b.age)) {
      if (age === last) {
        this.gross[this.rows - 1]! += amount
        this.payments[this.rows - 1]!++
      } else this.row(age, amount)
      last = age
    }
    for (let row = this.start[this.cell]!; row < this.rows; row++) this.gross[row]! /= this.units
    this.start[++this.cell] = this.rows
  }

  revenue(kind: Kind, netShare: (cell: number) => number): Revenue {
    const gross = this.gross.slice(0, this.rows)
    const net = new Float64Array(this.rows)
    for (let i = 0; i < this.cell; i++) {
      const share = netShare(i)
      for (let row = this.start[i]!; row < this.start[i + 1]!; row++) net[row] = gross[row]! * share
    }
    return { kind, start: this.start, age: this.age.slice(0, this.rows), gross, net }
  }

  counts(): Uint16Array {
    return this.payments.slice(0, this.rows)
  }

  private row(age: number, amount: number): void {
    if (this.rows === this.age.length) {
      this.age = grown(this.age, new Uint16Array(this.rows * 2))
      this.gross = grown(this.gross, new Float64Array(this.rows * 2))
      this.payments = grown(this.payments, new Uint16Array(this.rows * 2))
    }
    this.age[this.rows] = age
    this.gross[this.rows] = amount
    this.payments[this.rows] = 1
    this.rows++
  }
}

function grown<T extends Uint16Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
