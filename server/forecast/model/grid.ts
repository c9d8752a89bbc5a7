/** A table of numbers, 0 at first, in one array: rows of a network, day or block, columns of an age or day. */
export class Grid {
  readonly rows: number
  readonly columns: number
  private readonly values: Float64Array

  constructor(rows: number, columns: number) {
    this.rows = rows
    this.columns = columns
    this.values = new Float64Array(rows * columns)
  }

  get(row: number, column: number): number {
    return this.values[row * this.columns + column]!
  }

  set(row: number, column: number, value: number): void {
    this.values[row * this.columns + column] = value
  }

  add(row: number, column: number, value: number): void {
    this.values[row * this.columns + column]! += value
  }

  /** A view: a change of it changes the table. */
  row(row: number): Float64Array {
    return this.values.subarray(row * this.columns, (row + 1) * this.columns)
  }

  column(column: number): Float64Array {
    return Float64Array.from({ length: this.rows }, (_, row) => this.get(row, column))
  }

  /** The sum of each column. */
  sums(): Float64Array {
    const sums = new Float64Array(this.columns)
    for (let row = 0; row < this.rows; row++)
      this.row(row).forEach((value, column) => (sums[column]! += value))
    return sums
  }
}
