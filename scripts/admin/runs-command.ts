import { InvalidArgumentError } from 'commander'
import { type ChangedRun, changeRun, type RunChange } from '../../server/imports/load/changes.ts'
import { noApp } from '../../server/imports/load/next-catalog.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import type { Run } from '../../server/core/model/catalog.ts'
import { servedRun } from '../../server/core/model/runs.ts'
import { withStore } from '../../server/core/model/store.ts'
import { argument, command, flag, option, required } from './command.ts'
import { appId, countUpTo, runId } from './option-values.ts'
import { list, type Output } from './output.ts'

const MAX = 10_000
const LONGEST_REASON = 256

const listRuns = command({
  name: 'list',
  description: 'list the runs of each app, newest first, and the served one',
  parameters: {
    app: option('<id>', 'only of this app', appId),
    limit: required('<count>', 'number of newest runs per app', countUpTo(MAX), 20),
  },
  json: 'print as JSON',
  async inStore({ app, limit }, storage) {
    const { listed, omitted } = await runsOf(storage, app, limit)
    return {
      ...list(listed, 'No runs.', tableRow),
      messages: omitted > 0 ? [`${omitted} older runs are not shown; see --limit.`] : [],
    }
  },
})

const CHANGE = 'print {runId, appId, kind, withdrawn, changed, servedRun} as JSON'
const ID = { 'run id': argument('the id that `runs list` shows', runId) }

const withdraw = command({
  name: 'withdraw',
  description: 'withdraw a run from all results; nothing is deleted',
  parameters: {
    ...ID,
    reason: option('<text>', 'reason to record', reasonText),
    force: flag('even if reports become empty'),
  },
  json: CHANGE,
  inStore: ({ 'run id': id, ...options }, storage, { progress }) =>
    change(storage, { runId: id, withdrawn: true, ...options }, progress),
})

const restore = command({
  name: 'restore',
  description: 'restore a withdrawn run',
  parameters: ID,
  json: CHANGE,
  inStore: ({ 'run id': id }, storage, { progress }) =>
    change(storage, { runId: id, withdrawn: false }, progress),
})

export const runs = command({
  name: 'runs',
  description: 'list, withdraw and restore runs',
  commands: [listRuns, withdraw, restore],
})

async function change(storage: Storage, options: RunChange, print: Print): Promise<Output> {
  const done = await changeRun(storage.imports, options, print)
  if (done === undefined)
    throw new Error(`run ${options.runId} does not exist; ${await newest(storage)}`)
  return { json: changeJson(done), messages: describeChange(done, options.withdrawn) }
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
function describeChange(
  { run, changed, before, served }: ChangedRun,
  withdrawn: boolean,
): string[] {
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
