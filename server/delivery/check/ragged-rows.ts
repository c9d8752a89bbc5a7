import { type DeliveryFault, type FaultGroup, type Findings, FIRST_PLACES, MAX_FAULTS, truncate } from '../faults.ts'

/** Rules that one file's rows may break, by their number of fields. */
const MAX_LENGTHS = 20

/** Collects rows of a CSV that have another number of fields than its header. */
export class RaggedRows {
  readonly #file: string
  readonly #fields: number
  readonly #faults: DeliveryFault[] = []
  readonly #groups = new Map<string, FaultGroup>()
  #total = 0

  constructor(file: string, fields: number) {
    this.#file = file
    this.#fields = fields
  }

  /** Whether the row is one. */
  add(line: number, cells: readonly string[]): boolean {
    if (cells.length === this.#fields) return false
    this.#total++
    const own = fieldsRule(this.#fields, cells.length)
    const rule = this.#groups.has(own) || this.#groups.size < MAX_LENGTHS ? own : fieldsRule(this.#fields)
    let group = this.#groups.get(rule)
    if (group === undefined) this.#groups.set(rule, (group = { file: this.#file, rule, count: 0, first: [] }))
    group.count++
    if (this.#faults.length === MAX_FAULTS && group.first.length === FIRST_PLACES) return true
    const value = truncate(cells.join(','))
    if (group.first.length < FIRST_PLACES) group.first.push({ row: line, value })
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ file: this.#file, row: line, value, rule })
    return true
  }

  findings(): Findings {
    return { faults: this.#faults, groups: [...this.#groups.values()], total: this.#total }
  }
}

function fieldsRule(wanted: number, found?: number): string {
  const rule = `must have ${wanted} fields, like the header`
  return found === undefined ? `${rule}: these lines do not` : `${rule}: this line has ${found}`
}
