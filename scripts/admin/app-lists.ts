import { Command, InvalidArgumentError } from 'commander'
import { type AppLists, removeRows } from '../../server/imports/load/remove-apps.ts'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import type { AppEvent, Budget } from '../../server/core/model/catalog.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { printError, printJson } from '../../server/core/runtime/print.ts'
import { withStore } from '../../server/core/model/store.ts'
import { camelCased } from '../../server/core/runtime/table.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import { appId, calendarDate, idList } from './option-values.ts'
import { counted, printList } from './print-list.ts'
import { withProgress } from './with-progress.ts'

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

export function eventsCommand(config: Config): Command {
  return listCommand(config, {
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
}

export function budgetsCommand(config: Config): Command {
  return listCommand(config, {
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
}

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

interface Chosen {
  app: number
  ids?: number[]
  before?: string
  yes?: boolean
  dryRun?: boolean
  json?: boolean
}

function listCommand<Name extends keyof AppLists>(config: Config, kind: ListKind<Name>): Command {
  const { name, singular, what, idOf, columns, before } = kind
  const command = new Command(name).description(`list and remove ${name}: ${what}`)

  command
    .command('list')
    .description(`list an app's ${name}, by id`)
    .requiredOption('--app <id>', 'the app', appId)
    .option('--json', 'print as JSON')
    .action(async ({ app, json }: { app: number; json?: boolean }) => {
      const rows = await withStorage(config, storage => listOf(storage, app, name))
      if (json) printJson(rows.map(row => camelCased(row)))
      else printList(rows, json, { none: `No ${name}.`, columns })
    })

  command
    .command('remove')
    .description(
      `remove ${name} of an app; give --ids, --before or both. A later delivery may bring them again`,
    )
    .requiredOption('--app <id>', 'the app', appId)
    .option(
      '--ids <ids>',
      `those with these ids, separated by commas; see \`${name} list\``,
      idList('ids'),
    )
    .option(`--before ${before.value}`, before.description, before.parse)
    .option('--yes', 'confirm')
    .option('--dry-run', 'only print what would be removed')
    .option('--json', `print {appId, dryRun, removed}, removed being ids, as JSON`)
    .action(async (chosen: Chosen, command: Command) => {
      const { app, yes = false, dryRun = false, json } = chosen
      if (chosen.ids === undefined && chosen.before === undefined) {
        command.error(`error: give --ids, --before or both; see 'admin ${name} remove --help'`)
      }
      const wanted = chosen.ids && new Set(chosen.ids)
      const isChosen = (row: AppLists[Name]): boolean =>
        (wanted === undefined || wanted.has(idOf(row))) &&
        (chosen.before === undefined || before.isBefore(row, chosen.before))
      const removed = await withProgress(line =>
        withStorage(config, ({ imports }) =>
          removeRows(imports, { appId: app, list: name, isChosen, dryRun: dryRun || !yes }, line),
        ),
      )
      const what = `${counted(removed.length, singular, name)} of app ${app}`
      if (removed.length > 0 && !dryRun && !yes)
        throw new Error(`this removes ${what}. To confirm, add --yes`)
      if (json) return printJson({ appId: app, dryRun, removed: removed.map(idOf) })
      printError(`${dryRun ? 'Would remove' : 'Removed'} ${what}.`)
    })

  return command
}

async function listOf<Name extends keyof AppLists>(
  storage: Storage,
  app: number,
  name: Name,
): Promise<readonly AppLists[Name][]> {
  const { apps, files } = await withStore(storage, store => store.catalog(app))
  if (!apps.some(({ app_id: id }) => id === app))
    throw new Error(`app ${app} does not exist; see apps list`)
  return (files[app]?.[name] ?? []) as readonly (AppEvent | Budget)[] as readonly AppLists[Name][]
}

function month(text: string): string {
  if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(text))
    throw new InvalidArgumentError('must be a month, YYYY-MM')
  return text
}
