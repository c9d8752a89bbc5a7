import { Command, InvalidArgumentError } from 'commander'
import { type ChangedRun, changeRun, type RunChange } from '../../server/imports/load/changes.ts'
import { noApp } from '../../server/imports/load/next-catalog.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Run } from '../../server/core/model/catalog.ts'
import { servedRun } from '../../server/core/model/runs.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { printError, printJson } from '../../server/core/runtime/print.ts'
import { withStore } from '../../server/core/model/store.ts'
import { appId, countUpTo, runId } from './option-values.ts'
import { printList } from './print-list.ts'

const MAX = 10_000
const LONGEST_REASON = 256

interface Changing {
  reason?: string
  force?: boolean
  json?: boolean
}

export function runsCommand(config: Config): Command {
  const runs = new Command('runs').description('list, withdraw and restore runs')
  const change =
    (options: Omit<RunChange, 'runId'>) => async (id: number, json: boolean | undefined) => {
      const done = await withStorage(config, async storage => {
        const done = await changeRun(storage.imports, { ...options, runId: id }, line =>
          printError(line),
        )
        if (done === undefined)
          throw new Error(`run ${id} does not exist; ${await newest(storage)}`)
        return done
      })
      if (json) printJson(changeJson(done))
      else printError(...lines(done, options.withdrawn))
    }

  runs
    .command('list')
    .description('list the runs of each app, newest first, and the served one')
    .option('--app <id>', 'only of this app', appId)
    .option('--limit <count>', 'number of newest runs per app', countUpTo(MAX), 20)
    .option('--json', 'print as JSON')
    .action(async ({ app, limit, json }: { app?: number; limit: number; json?: boolean }) => {
      const { listed, omitted } = await withStorage(config, storage => runsOf(storage, app, limit))
      printList(listed, json, { none: 'No runs.', columns: tableRow })
      if (omitted > 0 && !json) printError(`${omitted} older runs are not shown; see --limit.`)
    })

  runs
    .command('withdraw')
    .description('withdraw a run from all results; nothing is deleted')
    .argument('<run id>', 'the id that `runs list` shows', runId)
    .option('--reason <text>', 'reason to record', reasonText)
    .option('--force', 'even if reports become empty')
    .option('--json', 'print {runId, appId, kind, withdrawn, changed, servedRun} as JSON')
    .action((id: number, { json, ...options }: Changing) =>
      change({ ...options, withdrawn: true })(id, json),
    )

  runs
    .command('restore')
    .description('restore a withdrawn run')
    .argument('<run id>', 'the id that `runs list` shows', runId)
    .option('--json', 'print {runId, appId, kind, withdrawn, changed, servedRun} as JSON')
    .action((id: number, { json }: Changing) => change({ withdrawn: false })(id, json))

  return runs
}

function runsOf(storage: Storage, app: number | undefined, limit: number) {
  return withStore(storage, async store => {
    const { apps } = await store.catalog()
    if (app !== undefined && !apps.some(known => known.app_id === app)) throw noApp(app, apps)
    const listed: ReturnType<typeof listedRun>[] = []
    let omitted = 0
    // One app at a time: the runs of all may exceed memory.
    for (const { app_id: id } of apps.filter(known => app === undefined || known.app_id === app)) {
      const catalog = await store.catalog(id)
      const served = new Set([
        servedRun(catalog, id, 'recommendation'),
        servedRun(catalog, id, 'alert'),
      ])
      const all = catalog.runs.filter(run => run.app_id === id).sort(newestFirst)
      listed.push(...all.slice(0, limit).map(run => listedRun(run, served.has(run))))
      omitted += Math.max(0, all.length - limit)
    }
    return { listed, omitted }
  })
}

function newestFirst(a: Run, b: Run): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return b.run_id - a.run_id
}

function listedRun(run: Run, served: boolean) {
  return {
    runId: run.run_id,
    appId: run.app_id,
    kind: run.kind,
    status: run.status,
    createdAt: run.created_at,
    maxInstallDate: run.max_install_date,
    holdsCohorts: run.facts !== undefined,
    withdrawnSince: run.withdrawn?.since ?? null,
    withdrawnReason: run.withdrawn?.reason ?? null,
    served,
  }
}

function tableRow(run: ReturnType<typeof listedRun>) {
  return {
    app: String(run.appId),
    run: String(run.runId),
    kind: run.kind,
    status: run.status,
    created: run.createdAt,
    'data through': run.maxInstallDate,
    cohorts: run.holdsCohorts ? 'yes' : 'no',
    served: run.served ? 'yes' : 'no',
    'withdrawn since': run.withdrawnSince,
    reason: run.withdrawnReason,
  }
}

function changeJson({ run, changed, served }: ChangedRun) {
  return {
    runId: run.run_id,
    appId: run.app_id,
    kind: run.kind,
    withdrawn: run.withdrawn !== undefined,
    changed,
    servedRun: served?.run_id ?? null,
  }
}

/** Describes the change and the currently served run. */
function lines({ run, changed, before, served }: ChangedRun, withdrawn: boolean): string[] {
  const { run_id: id, withdrawn: state } = run
  const done = changed
    ? `Run ${id} is ${withdrawn ? 'withdrawn' : 'restored'}.`
    : withdrawn
      ? `Run ${id} is already withdrawn, since ${state!.since}${state!.reason ? ` (${state!.reason})` : ''}.`
      : `Run ${id} is not withdrawn.`
  return [done, nowServed(run, served, served?.run_id === before?.run_id)]
}

function nowServed({ app_id: app, kind }: Run, served: Run | undefined, asBefore: boolean): string {
  const alerts = kind === 'alert'
  if (served === undefined) {
    return `App ${app} has no ${alerts ? 'alert run: alerts are' : 'run: recommendations, reports and ROAS history are'} empty until the next import.`
  }
  const run = `${alerts ? 'alert run' : 'run'} ${served.run_id} of ${served.created_at.slice(0, 10)}`
  const empty =
    alerts || served.facts !== undefined
      ? ''
      : ' The store holds no cohorts of it: reports are empty until the next import.'
  return `App ${app} serves ${run} ${asBefore ? 'as before' : 'now'}.${empty}`
}

const NAMED = 5

function newest(storage: Storage): Promise<string> {
  return withStore(storage, async store => {
    const { apps } = await store.catalog()
    const named: string[] = []
    for (const { app_id: app } of apps.slice(0, NAMED)) {
      const [run] = (await store.catalog(app)).runs
        .filter(run => run.app_id === app)
        .sort(newestFirst)
      if (run) named.push(`${run.run_id} of app ${app}`)
    }
    return named.length === 0
      ? 'import a delivery first'
      : `the newest are ${named.join(', ')}: see runs list`
  })
}

function reasonText(text: string): string {
  if (text.length > LONGEST_REASON)
    throw new InvalidArgumentError(`must have at most ${LONGEST_REASON} characters`)
  return text
}
