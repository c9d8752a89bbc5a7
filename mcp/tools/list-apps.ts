import { upperCase } from '../../server/checks/text.ts'
import { defineTool } from './define-tool.ts'
import { readApps } from './read-app.ts'

/** The apps, each with what is needed to choose the arguments of other tools. */
export const listApps = defineTool('svc_list_apps', async (_values, _parameters, { client }) => {
  const apps = await readApps(client)
  return {
    result: {
      apps: apps.map(app => ({
        id: app.id,
        name: app.name,
        createdAt: app.createdAt,
        currency: app.currency,
        targetDsi: app.targetDsi,
        targetRoasType: upperCase(app.targetRoasType),
        targetRevenueType: upperCase(app.targetRevenueType),
        dsiValues: app.dsiValues,
        historyDsiValues: app.historyDsiValues,
        weeklyAggregation: app.weeklyAggregation,
        dataFrom: app.dataFrom,
        dataThrough: app.dataThrough,
      })),
    },
  }
})
