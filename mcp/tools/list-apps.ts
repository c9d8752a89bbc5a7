import { defineTool } from './define-tool.ts'
import { readApps } from './read-apps.ts'
import { inCapitals } from './spelling.ts'

/** The apps, each with what is needed to choose the arguments of other tools. */
export const listApps = defineTool('svc_list_apps', async (_values, _parameters, context) => {
  const apps = await readApps(context)
  return {
    result: {
      apps: apps.map(({ id, name, createdAt, currency, targetDsi, targetRoasType, targetRevenueType, dsiValues, weeklyAggregation, dataThrough }) => ({
        id, name, createdAt, currency, targetDsi,
        targetRoasType: inCapitals(targetRoasType),
        targetRevenueType: inCapitals(targetRevenueType),
        dsiValues, weeklyAggregation, dataThrough
      }))
    }
  }
})
