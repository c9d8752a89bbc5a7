import { upperCase } from '../../server/checks/text.ts'
import { defineTool } from './define-tool.ts'
import { type App, readApps } from './read-app.ts'

/** The apps, each with what is needed to choose the arguments of other tools. */
export const listApps = defineTool('svc_list_apps', (_values, _parameters, context) => {
  const { answers, caller, source } = context
  const question = JSON.stringify(['svc_list_apps', caller.companyId])
  return answers.read(question, source, async () => ({ result: { apps: (await readApps(context.client)).map(told) } }))
})

function told(app: App) {
  return {
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
  }
}
