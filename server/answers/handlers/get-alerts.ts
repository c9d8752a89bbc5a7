import type { components } from '../../../generated/types.ts'
import {
  contentTag,
  contextHeaders,
  type HandlerDeps,
  readableApp,
  unmatchedIn,
  withheldField,
} from './answer-context.ts'
import { upperCase } from '../../core/checks/schemas.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { AnswerHeaders, Handlers, ListAnswer } from '../contract/answers.ts'
import { earlier, later, utcDate } from '../../core/model/dates.ts'
import { matcher } from '../../core/model/identities.ts'
import {
  identitiesName,
  runName,
  runsName,
  servedRun,
  succeededRuns,
} from '../../core/model/runs.ts'
import { forEachInSlices, mapInSlices, sortInSlices } from '../../core/runtime/slices.ts'
import type { StoredAlert } from '../../core/model/store.ts'
import type { Work } from '../../core/runtime/work.ts'
import { alertSteps } from './alert-steps.ts'
import { stepsContent } from './steps.ts'

/** `GET /v1/alerts`: alerts of the latest run, or those created in the range; newest run first, highest spend first, unless sorted. */
export function getAlerts({
  store,
  clock,
}: Pick<HandlerDeps, 'store' | 'clock'>): Handlers['getAlerts'] {
  return async ({ companyId, query, path }) => {
    const {
      appId,
      alertGroups,
      countries,
      platforms,
      networks,
      campaigns,
      startDate,
      endDate,
      distinct,
      sort,
      limit,
      offset,
      ...unread
    } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const range =
      startDate === undefined ? undefined : { start: startDate, end: endDate ?? utcDate(clock()) }
    const all = succeededRuns(catalog, app.app_id, 'alert')
    const latest = all.at(-1)
    const runs = range ? all : all.slice(-1)
    let read: readonly StoredAlert[] | undefined
    // Shared with the filter check.
    const rowsOf = async (work: Work): Promise<readonly StoredAlert[]> =>
      (read ??= await store.alerts(work, catalog, app.app_id, runs, range))
    const unmatched = unmatchedIn(
      'getAlerts',
      query,
      work => store.identities(work, catalog, app.app_id),
      rowsOf,
    )
    const content = [
      ...(await stepsContent(catalog, app, servedRun(catalog, app.app_id, 'recommendation'))),
      range ? runsName(runs) : runName(latest),
      unmatched && identitiesName(catalog, app.app_id),
    ]
    type StepOf = Awaited<ReturnType<typeof alertSteps>>
    const answer = (
      stepsBy: (work: Work) => Promise<StepOf>,
      headers: AnswerHeaders,
      tag: string,
      gains = new Map<number, number | null>(),
    ): ListAnswer<Alert> => ({
      kind: 'list',
      tag,
      headers,
      unmatched,
      page: { sort, limit, offset },
      orders: { stepGain: gains },
      body: async work => {
        // A greater value is newer; the sort is stable within a run.
        const age = new Map(runs.map((run, index) => [run.run_id, index]))
        const matches = matcher({ platforms, networks, campaigns })
        const groups =
          alertGroups && new Set<StoredAlert['alert_group']>(alertGroups.map(upperCase))
        const inCountries = countryMatcher(countries)
        const chosen: StoredAlert[] = []
        await forEachInSlices(await rowsOf(work), row => {
          if ((!groups || groups.has(row.alert_group)) && matches(row) && inCountries(row))
            chosen.push(row)
        })
        const sorted = await sortInSlices(
          chosen,
          (a, b) => age.get(b.run_id)! - age.get(a.run_id)! || bySpend(a, b),
        )
        const latestAlerts =
          distinct && latest ? await store.alerts(work, catalog, app.app_id, [latest]) : []
        const stepOf = await stepsBy(work)
        const show = (row: StoredAlert): Alert => {
          const stepped = stepOf(row)
          gains.set(
            row.alert_id,
            stepped === null || stepped.step.direction === 'none' ? null : stepped.priority,
          )
          return { ...displayed(app.app_id, row), step: stepped?.step ?? null }
        }
        return distinct
          ? await mapInSlices(
              await distinctAlerts(sorted, latestAlerts),
              ({ row, ...sightings }) => ({
                ...show(row),
                ...sightings,
              }),
            )
          : await mapInSlices(sorted, show)
      },
    })
    const tag = contentTag('getAlerts', content, { ...query, range })
    const headers = contextHeaders(app, latest, range)
    return {
      ...answer(work => alertSteps(store, work, { catalog, app, latest }), headers, tag),
      // Alerts matter most while something is broken. Without what steps are made from, they are answered without steps.
      otherwise(error) {
        const withheld = withheldField('step', error)
        return (
          withheld &&
          answer(
            async () => () => null,
            { ...headers, ...withheld },
            tag + Object.values(withheld).join(),
          )
        )
      },
    }
  }
}

// GLOBAL matches rows displayed as GLOBAL, and every analytics alert.
function countryMatcher(countries: readonly string[] | undefined) {
  const wanted = countries && new Set(countries)
  return (row: StoredAlert): boolean =>
    !wanted || wanted.has(row.country) || (row.alert_group === 'ANALYTICS' && wanted.has('GLOBAL'))
}

type Alert = components['schemas']['Alert']

function displayed(appId: number, row: StoredAlert): Omit<Alert, 'step'> {
  return {
    id: row.alert_id,
    appId,
    createdAt: row.created_at,
    alertGroup: row.alert_group,
    title: row.title,
    campaign: row.campaign,
    country: row.country,
    platform: row.platform as components['schemas']['Platform'],
    network: row.network,
    dailySpend: row.daily_spend,
    summary: row.summary,
    detail: row.detail,
    spendDetail: row.spend_detail,
    recommendedAction: row.recommended_action,
    metric: row.metric,
    value: row.value,
    reference: row.reference,
    change: row.change,
  }
}

/** The latest of several equal alerts. */
interface DistinctAlert {
  row: StoredAlert
  firstSeen: string
  lastSeen: string
  timesSeen: number
  inLatestRun: boolean
  open: boolean
}

/** The order of alerts within a run. */
export function bySpend(a: StoredAlert, b: StoredAlert): number {
  return b.daily_spend - a.daily_spend || a.alert_id - b.alert_id
}

/** In row order; `latest` are rows of the latest run. */
export async function distinctAlerts(
  rows: readonly StoredAlert[],
  latest: readonly StoredAlert[],
): Promise<DistinctAlert[]> {
  const raised = new Set<string>()
  await forEachInSlices(latest, row => raised.add(keyOf(row)))
  const distinct = new Map<string, DistinctAlert>()
  await forEachInSlices(rows, row => {
    const key = keyOf(row)
    const known = distinct.get(key)
    if (!known) {
      distinct.set(key, {
        row,
        firstSeen: row.created_at,
        lastSeen: row.created_at,
        timesSeen: 1,
        inLatestRun: raised.has(key),
        open: raised.has(key),
      })
      return
    }
    known.firstSeen = earlier(known.firstSeen, row.created_at)
    known.lastSeen = later(known.lastSeen, row.created_at)
    known.timesSeen++
  })
  return [...distinct.values()]
}

function keyOf({ alert_group, title, platform, network, campaign, country }: StoredAlert): string {
  return JSON.stringify([alert_group, title, platform, network, campaign, country])
}
