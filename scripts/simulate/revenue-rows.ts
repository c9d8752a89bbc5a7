import type { Kind, Revenue } from '../../server/forecast/model/facts.ts'

export class RevenueRows {
  private readonly start: Uint32Array
  private age = new Uint16Array(1 << 16)
  private gross = new Float64Array(1 << 16)
  /** Payments of a row. */
  private payments = new Uint16Array(1 << 16)
  private cell = 0
  private rows = 0

  constructor(cells: number) {
    this.start = new Uint32Array(cells + 1)
  }

  /** Adds the next cell's payments; those of one age become one row. */
  add(payments: number, age: () => number, amount: () => number): void {
    const drawn = Array.from({ length: payments }, () => ({ age: age(), cents: Math.round(amount() * 100) })).sort((a, b) => a.age - b.age)
    for (const [index, { age: on, cents }] of drawn.entries()) {
      if (index > 0 && drawn[index - 1]!.age === on) {
        this.gross[this.rows - 1]! += cents
        this.payments[this.rows - 1]!++
      } else this.row(on, cents)
    }
    for (let row = this.start[this.cell]!; row < this.rows; row++) this.gross[row]! /= 100
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

  private row(age: number, cents: number): void {
    if (this.rows === this.age.length) {
      this.age = grown(this.age, new Uint16Array(this.rows * 2))
      this.gross = grown(this.gross, new Float64Array(this.rows * 2))
      this.payments = grown(this.payments, new Uint16Array(this.rows * 2))
    }
    this.age[this.rows] = age
    this.gross[this.rows] = cents
    this.payments[this.rows] = 1
    this.rows++
  }
}

function grown<T extends Uint16Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
