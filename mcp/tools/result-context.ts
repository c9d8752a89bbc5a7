/** What a result says of itself beside its rows. */

import { upperCase } from '../../server/checks/text.ts'
import type { App } from './read-app.ts'
import { significant } from './significant.ts'

/** Where the data come from. */
interface Origin {
  run: { id: number; createdAt: string | null } | null
  dataThrough: string | null
}

/** The part of the context that every tool with rows has. */
export function contextOf(app: App, { run, dataThrough }: Origin, filters: Readonly<Record<string, readonly string[]>>) {
  return {
    app: { id: app.id, name: app.name },
    currency: app.currency,
    targetDsi: app.targetDsi,
    targetRoasType: upperCase(app.targetRoasType),
    targetRevenueType: upperCase(app.targetRevenueType),
    actionThreshold: significant(app.actionThreshold),
    runId: run?.id ?? null,
    runCreatedAt: run?.createdAt ?? null,
    dataThrough: dataThrough ?? app.dataThrough,
    filters,
  }
}

/** The part that the tools whose rows come in a file have besides. */
export function fileContextOf<Granularity>(
  app: App,
  file: Origin & { startDate: string; endDate: string },
  values: FilterValues & { granularity: Granularity },
) {
  return {
    ...contextOf(app, file, filtersOf(values)),
    startDate: file.startDate,
    endDate: file.endDate,
    granularity: values.granularity,
  }
}

const FILTERS = ['alertGroups', 'countries', 'platforms', 'networks', 'campaigns'] as const

type FilterValues = { [Name in (typeof FILTERS)[number]]?: readonly string[] }

/** The filters among the arguments of a call. */
export function filtersOf(values: FilterValues): Record<string, readonly string[]> {
  return Object.fromEntries(FILTERS.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]])))
}

/** Where a list's data come from, as the headers of its answer say. */
export function originOf(headers: Headers): Origin {
  const run = headers.get('run-id')
  return {
    run: run === null ? null : { id: Number(run), createdAt: headers.get('run-created-at') },
    dataThrough: headers.get('data-through'),
  }
}
