import { type DeliveryFault, LISTED_FAULTS } from '../../imports/delivery-faults.ts'

export type ForecastFault = DeliveryFault

export class ForecastFaults extends Error {
  readonly faults: ForecastFault[]
  readonly total: number

  constructor(faults: readonly ForecastFault[], total = faults.length) {
    super(`The inputs have ${total === 1 ? '1 error' : `${total} errors`}; nothing was written`)
    this.name = 'ForecastFaults'
    this.faults = faults.slice(0, LISTED_FAULTS)
    this.total = total
  }
}
