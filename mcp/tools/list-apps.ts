import { upperCase } from '../../server/checks/text.ts'
import { defineTool } from './define-tool.ts'
import { readApps } from './read-apps.ts'

/** The apps, each with what is needed to choose the arguments of other tools. */
export const listApps = defineTool('svc_list_apps', async (_values, _parameters, context) => {
  const apps = await readApps(context)
  return {
    result: {
      apps: apps.map(
        ({ id, name, createdAt, currency, targetDsi, targetRoasType, targetRevenueType, dsiValues, weeklyAggregation, dataThrough }) => ({
          id,
          name,
          createdAt,
          currency,
          targetDsi,
          targetRoasType: upperCase(targetRoasType),
          targetRevenueType: upperCase(targetRevenueType),
          dsiValues,
          weeklyAggregation,
          dataThrough,
        }),
      ),
    },
  }
})
