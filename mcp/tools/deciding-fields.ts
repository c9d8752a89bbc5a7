import { decidingColumns } from '../../server/model/classification.ts'
import { camelCase } from './camel-case.ts'
import type { App } from './read-app.ts'

/** The fields that decide an app's actions, and the cost of the installs that they are about. */
export type DecidingFields = ReturnType<typeof decidingFields>

export function decidingFields({ targetRoasType, targetRevenueType }: Pick<App, 'targetRoasType' | 'targetRevenueType'>) {
  const { target, predicted } = decidingColumns({ target_roas_type: targetRoasType, target_revenue_type: targetRevenueType })
  return { cpi: camelCase(`${targetRoasType}_cpi`), target: camelCase(target), predicted: camelCase(predicted) }
}
