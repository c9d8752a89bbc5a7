import { InvalidArgumentError } from 'commander'
import { type AppLists, removeRows } from '../../server/imports/load/remove-apps.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import type { AppEvent, Budget } from '../../server/core/model/catalog.ts'
import { camelCased } from '../../server/core/runtime/table.ts'
import { catalogOf } from './catalog.ts'
import { command, flag, type MakeCommand, option, required } from './command.ts'
import { appId, calendarDate, idList } from './option-values.ts'
import { counted, list } from './output.ts'

interface ListKind<Name extends keyof AppLists> {
  name: Name
  singular: string
  what: string
  idOf: (row: AppLists[Name]) => number
  columns: (row: AppLists[Name]) => Record<string, string | number | null>
  /** The option `--before`. */
  before: {
    value: string
    description: string
    parse: (text: string) => string
    isBefore: (row: AppLists[Name], before: string) => boolean
  }
}

export const events = listCommand({
  name: 'events',
  singular: 'event',
  what: 'notes on days of an app',
  idOf: event => event.event_id,
  columns: ({ event_id: id, kind, start_date: start, end_date: end, title, ...names }) => ({
    id: String(id),
    kind,
    start,
    end,
    title,
    concerns: namesOf(names),
  }),
  before: {
    value: '<date>',
    description: 'those that ended before this date',
    parse: calendarDate,
    isBefore: (event, date) => event.end_date < date,
  },
})

export const budgets = listCommand({
  name: 'budgets',
  singular: 'budget',
  what: "an app's planned spend of months",
  idOf: budget => budget.budget_id,
  columns: ({ budget_id: id, month, amount, ...names }) => ({
    id: String(id),
    month,
    amount,
    concerns: namesOf(names),
  }),
  before: {
    value: '<month>',
    description: 'those of months before this one',
    parse: month,
    isBefore: (budget, from) => budget.month < from,
  },
})

function namesOf(names: {
  platform: string | null
  network: string | null
  campaign: string | null
  country?: string | null
}): string {
  const parts = [names.platform, names.network, names.campaign, names.country ?? null].filter(
    name => name !== null,
  )
  return parts.length === 0 ? 'all' : parts.join(' / ')
}

function listCommand<Name extends keyof AppLists>(kind: ListKind<Name>): MakeCommand {
  const { name, singular, what, idOf, columns, before } = kind
  const app = required('<id>', 'the app', appId)

  const listRows = command({
    name: 'list',
    description: `list an app's ${name}, by id`,
    parameters: { app },
    json: 'print as JSON',
    async inStore({ app }, storage) {
      return list(await listOf(storage, app, name), `No ${name}.`, columns, camelCased)
    },
  })

  const remove = command({
    name: 'remove',
    description: `remove ${name} of an app; give --ids, --before or both. A later delivery may bring them again`,
    parameters: {
      app,
      ids: option(
        '<ids>',
        `those with these ids, separated by commas; see \`${name} list\``,
        idList('ids'),
      ),
      before: option(before.value, before.description, before.parse),
      yes: flag('confirm'),
      dryRun: flag('only print what would be removed'),
    },
    json: 'print {appId, dryRun, removed}, removed being ids, as JSON',
    check: ({ ids, before }) =>
      ids === undefined && before === undefined
        ? `give --ids, --before or both; see 'admin ${name} remove --help'`
        : undefined,
    async inStore({ app, ids, before: day, yes, dryRun }, { imports }, { progress }) {
      const isChosen = (row: AppLists[Name]): boolean =>
        (ids === undefined || ids.includes(idOf(row))) &&
        (day === undefined || before.isBefore(row, day))
      const removed = await removeRows(
        imports,
        { appId: app, list: name, isChosen, dryRun: dryRun || !yes },
        progress,
      )
      const rows = `${counted(removed.length, singular, name)} of app ${app}`
      if (removed.length > 0 && !dryRun && !yes)
        throw new Error(`this removes ${rows}. To confirm, add --yes`)
      return {
        json: { appId: app, dryRun, removed: removed.map(idOf) },
        messages: [`${dryRun ? 'Would remove' : 'Removed'} ${rows}.`],
      }
    },
  })

  return command({
    name,
    description: `list and remove ${name}: ${what}`,
    commands: [listRows, remove],
  })
}

async function listOf<Name extends keyof AppLists>(
  storage: Storage,
  app: number,
  name: Name,
): Promise<readonly AppLists[Name][]> {
  const { apps, files } = await catalogOf(storage, app)
  if (!apps.some(({ app_id: id }) => id === app))
    throw new Error(`app ${app} does not exist; see apps list`)
  return (files[app]?.[name] ?? []) as readonly (AppEvent | Budget)[] as readonly AppLists[Name][]
}

function month(text: string): string {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('must be a month, YYYY-MM')
  return text
}
