import { PLATFORMS } from '../../../generated/vocabulary/vocabulary.ts'
import {
  contentTag,
  type HandlerDeps,
  readableApp,
  readableApps,
  WITHHELD_REASONS,
  withheldField,
} from './answer-context.ts'
import { allRead } from '../../core/checks/parameters.ts'
import type { Answer, AnswerHeaders, Handlers } from '../contract/answers.ts'
import type { App, Run } from '../../core/model/catalog.ts'
import { earliestHistoryStart, earliestReportStart, utcDate } from '../../core/model/dates.ts'
import {
  betLookback,
  digest,
  runName,
  runsName,
  servedRun,
  succeededRuns,
} from '../../core/model/runs.ts'
import type { Work } from '../../core/runtime/work.ts'
import { averageTarget } from './judge.ts'

export function listApps({ store }: HandlerDeps): Handlers['listApps'] {
  return async ({ companyId, query, path }) => {
    allRead(query, path)
    const apps = readableApps(await store.catalog(), companyId)
    const known = answers.get(apps)
    if (known !== undefined) return known
    const displayed = [...apps.values()].map(app => ({
      id: app.app_id,
      name: app.name,
      createdAt: app.created_at,
    }))
    const answer = {
      kind: 'list' as const,
      tag: contentTag('listApps', [digest(displayed)], {}),
      headers: {},
      body: async () => displayed,
    }
    answers.set(apps, answer)
    return answer
  }
}

// A company's apps are the same object per catalog.
const answers = new WeakMap<ReadonlyMap<number, App>, Answer<'listApps'>>()

export function getAppSettings({ store, clock }: HandlerDeps): Handlers['getAppSettings'] {
  return async ({ companyId, query, path }) => {
    const { appId, ...unread } = query
    allRead(unread, path)
    const catalog = await store.catalog(appId)
    const app = readableApp(catalog, companyId, appId)
    const runs = succeededRuns(catalog, app.app_id, 'recommendation')
    const run = runs.at(-1)
    const alerts = servedRun(catalog, app.app_id, 'alert')
    const today = utcDate(clock())
    const lookbacks = PLATFORMS.map(platform => ({
      ...betLookback(catalog.bet_lookbacks, app.app_id, platform),
      platform,
    }))
    const { version: _version, ...row } = app
    const tag = contentTag('getAppSettings', [row, lookbacks, runsName(runs), runName(alerts)], {
      appId,
      today,
    })
    const answer = (
      targetOf: (work: Work) => Promise<number | null>,
      tag: string,
      headers: AnswerHeaders,
    ): Answer<'getAppSettings'> => ({
      kind: 'object',
      tag,
      headers,
      body: async work => ({
        id: app.app_id,
        name: app.name,
        createdAt: app.created_at,
        currency: app.currency,
        weeklyAggregation: app.weekly_aggregation,
        dsiValues: app.dsi_values,
        historyDsiValues: await store.snapshotDsis(work, catalog, app, runs),
        withheldDsis: (run?.withheld ?? []).map(({ dsi, reason }) => ({
          dsi,
          reason: WITHHELD_REASONS[reason],
        })),
        untestedDsis: run?.untested ?? [],
        targetDsi: app.target_dsi,
        targetRoasType: app.target_roas_type,
        targetRevenueType: app.target_revenue_type,
        target: await targetOf(work),
        actionThreshold: app.action_threshold,
        betLookbacks: lookbacks.map(({ platform, start_day: startDay, end_day: endDay }) => ({
          platform,
          startDay,
          endDay,
        })),
        dataFrom: run?.facts?.first_install_date ?? null,
        dataThrough: run?.max_install_date ?? null,
        earliestReportStartDate: earliestReportStart(today),
        earliestRoasHistoryStartDate: earliestHistoryStart(run, today),
        latestRecommendationRun: summarizeRun(run),
        latestAlertRun: summarizeRun(alerts),
      }),
    })
    const targetOf = async (work: Work): Promise<number | null> =>
      run ? averageTarget(catalog, app, await store.recommendations(work, [run], 'campaign')) : null
    return {
      ...answer(targetOf, tag, {}),
      otherwise(error) {
        const withheld = withheldField('target', error)
        return withheld && answer(async () => null, tag + Object.values(withheld).join(), withheld)
      },
    }
  }
}

function summarizeRun(run: Run | undefined): { id: number; createdAt: string } | null {
  return run ? { id: run.run_id, createdAt: run.created_at } : null
}
