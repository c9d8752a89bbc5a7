import { type DeliveryFault, LISTED_FAULTS } from '../../delivery/faults.ts'

export type ForecastFault = DeliveryFault

export class ForecastFaults extends Error {
  readonly faults: ForecastFault[]
  readonly total: number

  constructor(faults: readonly ForecastFault[], total = faults.length) {
    super(`There ${total === 1 ? 'is 1 fault' : `are ${total} faults`}; nothing was written`)
    this.name = 'ForecastFaults'
    this.faults = faults.slice(0, LISTED_FAULTS)
    this.total = total
  }
}
