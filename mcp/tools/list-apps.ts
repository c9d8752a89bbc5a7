import { defineTool } from './define-tool.ts'
import { revenueTypeOf, roasTypeOf } from './result-context.ts'

/** The apps, each with what is needed to choose the arguments of other tools. */
export const listApps = defineTool('svc_list_apps', async (_values, _parameters, { client, credentials, describeApps }) => {
  const [apps, descriptions] = await Promise.all([client.listApps(), describeApps(credentials)])
  const byId = new Map(descriptions.map(app => [app.id, app]))
  return {
    result: {
      apps: apps.flatMap(({ id, name, createdAt }) => {
        const app = byId.get(id)
        // An import between the two answers may have taken it away.
        if (app === undefined) return []
        const { currency, targetDsi, dsiValues, weeklyAggregation, dataThrough } = app
        return [{
          id, name, createdAt, currency, targetDsi,
          targetRoasType: roasTypeOf(app),
          targetRevenueType: revenueTypeOf(app),
          dsiValues, weeklyAggregation, dataThrough
        }]
      })
    }
  }
})
