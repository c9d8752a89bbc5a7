/** What a result says of itself beside its rows. */

import type { AppDescription, ToolContext } from './tool.ts'
import { significant } from './significant.ts'

/** The ROAS types as tools spell them. */
export function roasTypeOf({ targetRoasType }: AppDescription) {
  return targetRoasType.toUpperCase() as 'PAID' | 'INCREMENTAL_BLENDED' | 'FULL_BLENDED'
}

/** The revenue types as tools spell them. */
export function revenueTypeOf({ targetRevenueType }: AppDescription) {
  return targetRevenueType.toUpperCase() as 'GROSS' | 'NET'
}

/** The app when the caller can read it. */
export async function appOf({ describeApps, credentials }: ToolContext, appId: number): Promise<AppDescription | undefined> {
  const [app] = await describeApps(credentials, appId)
  return app
}

/** Where the data come from. */
interface Origin {
  run: { id: number, createdAt: string | null } | null
  dataThrough: string | null
}

/** The part of the context that every tool with rows has. */
export function contextOf(
  app: AppDescription, { run, dataThrough }: Origin, filters: Readonly<Record<string, readonly string[]>>
) {
  return {
    app: { id: app.id, name: app.name },
    currency: app.currency,
    targetDsi: app.targetDsi,
    targetRoasType: roasTypeOf(app),
    targetRevenueType: revenueTypeOf(app),
    actionThreshold: significant(app.actionThreshold),
    runId: run?.id ?? null,
    runCreatedAt: run?.createdAt ?? null,
    dataThrough: dataThrough ?? app.dataThrough,
    filters
  }
}

/** The part that the tools whose rows come in a file have besides. */
export function fileContextOf<Granularity>(
  app: AppDescription, file: Origin & { startDate: string, endDate: string }, values: FilterValues & { granularity: Granularity }
) {
  return {
    ...contextOf(app, file, filtersOf(values)), startDate: file.startDate, endDate: file.endDate, granularity: values.granularity
  }
}

const FILTERS = ['alertGroups', 'countries', 'platforms', 'networks', 'campaigns'] as const

type FilterValues = { [Name in typeof FILTERS[number]]?: readonly string[] }

/** The filters among the arguments of a call. */
export function filtersOf(values: FilterValues): Record<string, readonly string[]> {
  return Object.fromEntries(FILTERS.flatMap(name => values[name] === undefined ? [] : [[name, values[name]]]))
}

/** Where a list's data come from, as the headers of its answer say. */
export function originOf(headers: Headers): Origin {
  const run = headers.get('run-id')
  return {
    run: run === null ? null : { id: Number(run), createdAt: headers.get('run-created-at') },
    dataThrough: headers.get('data-through')
  }
}
