import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import { Workspace } from '../../imports/workspace.ts'
import { dateOf, type Day } from '../../core/model/dates.ts'
import { numbers, sql } from '../../core/model/sql.ts'
import type { Config } from '../config/forecast-config.ts'
import { type ForecastFault, ForecastFaults } from '../config/config-faults.ts'
import type { Facts, Revenue } from '../model/facts.ts'
import { readBids } from './read-bids.ts'
import { loadCells, loadRevenue, netShares, type Orphans } from './cells.ts'
import { type Compared, compareInputs, meetingNotes } from './compare.ts'
import {
  type Coverage,
  coverageOf,
  gapFaults,
  lastCompleteDay,
  pauseNotes,
  pausesOf,
} from './coverage.ts'
import { learnDialects } from './learn-dialects.ts'
import { loadNames, readNames } from './names.ts'
import { targetNotes, unattributedNotes, zoneNotes } from './notes.ts'
import {
  exportDates,
  type Input,
  type InputFile,
  openInputs,
  reading,
  requireUnchangedInputs,
} from './open-inputs.ts'
import { refusePeriods } from './periods.ts'
import { hasForeign, readRates } from './rates.ts'
import { columnName, type Measure, type Source } from './input-rows.ts'
import { senseNotes } from './sense.ts'
import { cellsOf, type Context, paidInstalls, requireRates, sumUp, sumUpRevenue } from './sum-up.ts'
import type { Progress } from '../model/forecast-progress.ts'
import { emptyNotes, unreadNotes } from './unread.ts'
import { CLAIMED, columnsByWord, plainName } from './words.ts'

export interface ReadOptions {
  progress: Progress
  /** Reads only what exports of that day contained, if their names have dates. */
  asOf?: Day | undefined
  threads?: number
  scratch?: string
  /** Also names the columns with numbers that no input reads, which takes another pass over the files. */
  listUnread?: boolean
}

export interface ReadFacts {
  facts: Facts
  /** Inputs side by side, by campaign. */
  compared: readonly Compared[]
  coverage: Coverage
  notes: string[]
}

const MEMORY = '1800MB'
/** Maximum days with refused exports that a read as of a day skips. */
const MAX_REFUSED = 4
/** Maximum share of revenue without installs. */
const MAX_ORPHANS = 0.01

/**
 * Independent of row order, file order and threads. As of a day it reads the exports that the first run as of that day had.
 * @throws ForecastFaults if inputs are invalid
 */
export async function readFacts(config: Config, options: ReadOptions): Promise<ReadFacts> {
  const { asOf } = options
  if (asOf === undefined) return await readThrough(config, options, undefined)
  const dates = await exportDates(config)
  // A run's files are dated on or after its last day.
  const later = dates.filter(date => date >= dateOf(asOf + (config.lagDays ?? LAG)))
  let refused = 0
  for (const through of later.slice(0, -1)) {
    // A day with refused exports had no run.
    const read = await readThrough(config, options, through).catch((error: unknown) => {
      if (error instanceof ForecastFaults && ++refused < MAX_REFUSED) return undefined
      throw error
    })
    if (read === undefined || read.facts.lastDay < asOf) continue
    const laterDates = dates.filter(date => date > through).length
    return {
      ...read,
      notes: [
        ...read.notes,
        `As of ${dateOf(asOf)}, exports until ${through} count; ${laterDates} later dates are not read.`,
      ],
    }
  }
  return await readThrough(config, options, undefined)
}

async function readThrough(
  config: Config,
  options: ReadOptions,
  through: string | undefined,
): Promise<ReadFacts> {
  const scratch = await mkdtemp(join(options.scratch ?? tmpdir(), 'uascope-forecast-'))
  const workspace = await Workspace.open(scratch, {
    memory: MEMORY,
    ...(options.threads === undefined ? {} : { threads: options.threads }),
  })
  try {
    const inputs = await openInputs(workspace, config, { scratch, through })
    const read = await readOpened(workspace, config, inputs, options)
    await requireUnchangedInputs(inputs)
    return read
  } finally {
    workspace.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

export function requireAsOf({ firstDay }: Facts, asOf: Day): void {
  if (asOf >= firstDay) return
  throw new ForecastFaults([
    {
      file: '--as-of',
      value: dateOf(asOf),
      rule: `must not be before the first install day, ${dateOf(firstDay)}`,
    },
  ])
}

const DONE = { opened: 0.05, names: 0.25, installs: 0.35, revenue: 0.75, all: 1 }

async function readOpened(
  workspace: Workspace,
  config: Config,
  inputs: readonly Input[],
  { progress, listUnread = false }: ReadOptions,
): Promise<ReadFacts> {
  progress('read', DONE.opened)
  requireTables(config.net, inputs)
  const dialects = await learnDialects(workspace, inputs, config.app)
  await refusePeriods(workspace, inputs)
  const { notes, ...counts } = await readNames(
    workspace,
    inputs.filter(({ config }) => config.table !== 'fx'),
    config,
  )
  progress('read', DONE.names)
  await readRates(workspace, inputs)
  const context: Context = {
    workspace,
    config,
    counts,
    foreign: await hasForeign(workspace, config.app.currency),
  }
  const on = async <Result>(
    measure: Measure,
    read: (sources: Source[]) => Promise<Result>,
  ): Promise<Result> => {
    const sources = sourcesOf(inputs, measure)
    return await reading(
      sources.flatMap(({ input }) => input.files),
      () => read(sources),
      measure,
    )
  }
  const spend = await on('spend', sources => sumUp(context, 'spend', sources))
  const installs = await on('installs', sources => sumUp(context, 'installs', sources))
  progress('read', DONE.installs)
  const revenue = await on('revenue', sources => sumUpRevenue(context, sources))
  progress('read', DONE.revenue)

  const tables = [spend, installs, ...revenue.tables].filter(table => table !== null)
  if (installs === null) throw new ForecastFaults([{ file: 'installs', rule: 'must have rows' }])
  const others = tables.filter(table => table !== spend)
  const pauses = spend === null ? undefined : pausesOf(spend, others, await paidInstalls(context))
  const daily = tables.map(({ coverage: { table }, ...rest }) => ({ table, ...rest, pauses }))
  const { day: complete, notes: cut } = lastCompleteDay(daily)
  const lastDay = complete - (config.lagDays ?? (revenue.hasAds ? LAG_WITH_ADS : LAG))
  const faults = daily.flatMap(table => gapFaults(table, complete, config.gaps))
  if (faults.length > 0) throw new ForecastFaults(faults)
  const carried = await requireRates(context, inputs, lastDay)

  const { relation, notes: placed } = await on('spend', sources =>
    cellsOf(context, sources, lastDay),
  )
  const named = await loadNames(workspace, counts.dims, relation)
  const loaded = await loadCells(workspace, relation, named, config.organic.networks)
  const { cells } = loaded
  if (cells.count === 0) {
    throw new ForecastFaults([
      {
        file: 'installs',
        rule: `must have days up to ${dateOf(lastDay)}, the last complete day less the lag`,
      },
    ])
  }
  const netShare = netShares(config.net, named.names.platform)
  const { revenue: loadedKinds, orphans } = await on('revenue', () =>
    loadRevenue(workspace, revenue.relation, loaded, {
      dims: counts.dims,
      lastDay,
      share: netShare,
    }),
  )
  const bids = (
    await on('bids', sources => readBids(workspace, sources, counts, config.app.currency))
  ).filter(({ day }) => day <= lastDay)
  const kinds = loadedKinds.map((kind): Revenue => {
    const ages = revenue.exportedAges.get(kind.kind)
    return ages === undefined ? kind : { ...kind, exportedAges: ages }
  })
  const facts: Facts = {
    names: named.names,
    cells,
    revenue: kinds,
    bids,
    firstDay: cells.day[0]!,
    lastDay,
    netShare,
  }
  progress('read', DONE.all)
  const compared = compareInputs(facts)
  return {
    facts,
    compared,
    coverage: coverageOf(
      facts,
      tables.map(({ coverage }) => coverage),
    ),
    notes: [
      ...dialects,
      ...notes,
      ...tables.flatMap(({ notes }) => notes),
      ...revenue.notes,
      ...carried,
      ...cut,
      ...pauseNotes(new Set([...(pauses ?? [])].filter(day => day <= lastDay))),
      ...placed,
      ...(await orphanNotes(workspace, orphans)),
      ...meetingNotes(compared, config.app.currency, unreadInstalls(inputs)),
      ...senseNotes(compared, config.app.currency),
      ...zoneNotes(config),
      ...unattributedNotes(cells, named.names),
      ...targetNotes(config, cells, named.names),
      ...(listUnread
        ? [...(await unreadNotes(workspace, inputs)), ...(await emptyNotes(workspace, inputs))]
        : []),
    ],
  }
}

const LAG = 1
const LAG_WITH_ADS = 2

/** An event log supplies revenue, and installs if no other input does. */
function sourcesOf(inputs: readonly Input[], measure: Measure): Source[] {
  const own = inputs
    .filter(({ config }) => config.table === measure)
    .map((input): Source => ({ measure, input }))
  const events = inputs.filter(({ config }) => config.table === 'events')
  if (measure === 'revenue') return [...own, ...events.map((input): Source => ({ measure, input }))]
  if (measure === 'installs' && own.length === 0)
    return events.map((input): Source => ({ measure, input, users: true }))
  return own
}

function requireTables(net: Config['net'], inputs: readonly Input[]): void {
  const faults: ForecastFault[] = (['installs', 'revenue'] as const)
    .filter(measure => sourcesOf(inputs, measure).length === 0)
    .map(measure => ({ file: 'inputs', column: 'table', rule: `must have ${measure}, or events` }))
  faults.push(...doubleFaults(inputs))
  const hasNet = sourcesOf(inputs, 'revenue').every(({ input }) =>
    input.files.every(({ columns }) => columns.roles.has('revenue_net')),
  )
  if (net === null && !hasNet)
    faults.push({
      file: 'config',
      column: 'net',
      rule: 'is required, because not every revenue input has revenue_net',
    })
  if (faults.length > 0) throw new ForecastFaults(faults)
}

/** Columns of installs in files of spend, if no input reads them. */
function unreadInstalls(inputs: readonly Input[]): string[] {
  const of = (table: string): InputFile[] =>
    inputs.flatMap(({ config, files }) => (config.table === table ? files : []))
  const read = new Set(of('installs').map(({ original }) => original))
  return of('spend').flatMap(({ original, file, header }) => {
    const column = read.has(original) ? undefined : columnsByWord(header).get('installs')
    return column === undefined ? [] : [`${column} of ${file}`]
  })
}

/** Rows of single installs beside sums of installs, or conversions beside installs, count the same users twice. */
function doubleFaults(inputs: readonly Input[]): ForecastFault[] {
  const installs = inputs.filter(
    ({ config, files }) => config.table === 'installs' && files.length > 0,
  )
  const claimed = installs.find(({ files }) =>
    files.some(file => CLAIMED.includes(plainName(columnName(file, 'installs')))),
  )
  const other =
    installs.find(input => input !== claimed) ??
    inputs.find(({ config }) => config.table === 'events')
  if (claimed !== undefined && other !== undefined) {
    const file = claimed.files[0]!
    return [
      {
        file: file.file,
        column: columnName(file, 'installs'),
        rule: `must not be added to the installs of ${other.files[0]?.file ?? other.config.files.join(', ')}: they are conversions that the network counts. Remove this input of installs, and keep its spend`,
      },
    ]
  }
  const [raw, sums] = [
    installs.find(({ mapping }) => mapping.rows === 'installs'),
    installs.find(({ mapping }) => mapping.rows !== 'installs'),
  ]
  if (raw === undefined || sums === undefined) return []
  return [
    {
      file: sums.files[0]!.file,
      column: 'table',
      rule: `must not count the same installs as ${raw.files[0]!.file}: remove one of both inputs`,
    },
  ]
}

/** A small share of revenue without installs is omitted with a note; more is an error for each campaign and country. */
async function orphanNotes(
  workspace: Workspace,
  { rows, gross, total, cells: orphans }: Orphans,
): Promise<string[]> {
  if (rows === 0) return []
  const percent = ((100 * gross) / (total === 0 ? 1 : total)).toFixed(2)
  if (gross <= MAX_ORPHANS * total)
    return [
      `${rows} rows of revenue (${percent} % of the money) have no row of installs: left out.`,
    ]
  const largest = [...orphans]
    .sort(([a, { gross: first }], [b, { gross: second }]) => second - first || a - b)
    .slice(0, LISTED_FAULTS)
  const dimRows =
    await workspace.rows(sql`SELECT dim, platform_name IS NULL AS unplaced, concat_ws(', ', coalesce(platform_name, 'Unknown'), coalesce(network_name, 'Unknown'),
    coalesce(campaign_name, 'Unknown'), coalesce(country_name, 'Unknown')) AS cell FROM dims WHERE dim IN (${numbers(largest.map(([dim]) => dim))})`)
  const cells = new Map(dimRows.map(row => [Number(row['dim']), row]))
  throw new ForecastFaults(
    largest.map(([dim, { first, last, gross: value }]) => {
      const { cell, unplaced } = cells.get(dim)!
      const days = first === last ? dateOf(first) : `${dateOf(first)} to ${dateOf(last)}`
      const hint =
        unplaced === true
          ? '. Its platform is unknown: map a column for it, or state it, as columns: { platform: "=IOS" }'
          : ''
      return {
        file: 'revenue',
        column: 'install_date',
        value: value.toFixed(2),
        rule: `must have rows of installs for ${days}, ${String(cell)} (${percent} % of all revenue has none; at most 1 % is allowed)${hint}`,
      }
    }),
    orphans.size,
  )
}
