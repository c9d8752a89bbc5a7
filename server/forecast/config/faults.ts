import { type DeliveryFault, LISTED_FAULTS } from '../../delivery/faults.ts'

/** One fault of a config or an input, placed as exactly as it can be: `file`, `row` (line of a CSV or of the config), `column`, `value`, `rule`. */
export type ForecastFault = DeliveryFault

/** A config or inputs that were refused; nothing was written. `formatFaults` of deliveries tells them in lines. */
export class ForecastFaults extends Error {
  /** The first faults. */
  readonly faults: ForecastFault[]
  /** How many there are altogether. */
  readonly total: number

  constructor(faults: readonly ForecastFault[], total = faults.length) {
    super(`There ${total === 1 ? 'is 1 fault' : `are ${total} faults`}; nothing was written`)
    this.name = 'ForecastFaults'
    this.faults = faults.slice(0, LISTED_FAULTS)
    this.total = total
  }
}
