import type Joi from 'joi'
import { basename, dirname, resolve } from 'node:path'
import { type Document, isMap, isScalar, LineCounter, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { type Platform, PLATFORMS, type RevenueType, type RoasType } from '../../../generated/vocabulary/vocabulary.ts'
import { got, nearestName } from '../../checks/faults.ts'
import { LISTED_FAULTS } from '../../delivery/faults.ts'
import { describeOpenFault, readPlainFile } from '../../model/plain-file.ts'
import { type ForecastFault, ForecastFaults } from './faults.ts'
import type { Kind } from '../model/facts.ts'
import { type Config, CONFIG_SCHEMA, type InputConfig, LARGEST_ID, type Match, type PullConfig } from './config.ts'
import { LARGEST_FILE, MAX_ALIASES, sizeFault, valuesFault } from './yaml-bounds.ts'

const CHECKED = CONFIG_SCHEMA as Joi.ObjectSchema<Written>
const PREFERENCES: Joi.ValidationOptions = { abortEarly: false, convert: false, errors: { label: false, wrap: { array: false } } }

/** @throws ForecastFaults with line, path and allowed values of every fault */
export async function readConfig(path: string): Promise<Config> {
  const file = basename(path)
  let text: string
  try {
    text = (await readPlainFile(path, LARGEST_FILE)).toString()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const rule =
      code === 'ENOENT'
        ? `must be a file: there is none at ${resolve(path)}`
        : code === 'EFBIG'
          ? `must have at most ${LARGEST_FILE} bytes`
          : describeOpenFault(error)
    throw new ForecastFaults([{ file, rule }])
  }
  return parseConfig(text, { file, folder: dirname(resolve(path)) })
}

/** Relative paths begin in `folder`. */
export function parseConfig(text: string, { file, folder }: { file: string; folder: string }): Config {
  const oversize = sizeFault(text)
  if (oversize !== undefined) throw new ForecastFaults([{ file, ...oversize }])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  const lineOf = (offset: number): number => lines.linePos(offset).line
  if (document.errors.length > 0) {
    throw new ForecastFaults(document.errors.map(({ message, pos }) => ({ file, row: lineOf(pos[0]), rule: `must be YAML: ${message}` })))
  }
  const pairs: Pairs = new WeakMap()
  const place = (path: Joi.ValidationErrorItem['path']) => lineOf(offsetOf(document, path, pairs))
  const checked = CHECKED.validate(written(document, file), PREFERENCES)
  if (checked.error !== undefined) {
    const { details } = checked.error
    const placed = details.map(detail => ({ row: place(detail.path), detail })).sort((one, other) => one.row - other.row)
    const listed = placed.slice(0, LISTED_FAULTS)
    throw new ForecastFaults(
      listed.map(({ row, detail }) => ({ file, row, ...faultOf(detail) })),
      details.length,
    )
  }
  const more = crossFaults(checked.value).map(({ path, ...fault }) => ({ file, row: place(path), column: pathText(path), ...fault }))
  if (more.length > 0) throw new ForecastFaults(more)
  return configOf(checked.value, folder)
}

/** An empty document is an empty map, so that missing keys are reported. */
function written(document: Document, file: string): unknown {
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {}
  } catch (error) {
    throw new ForecastFaults([{ file, rule: `must be YAML without endless aliases: ${(error as Error).message}` }])
  }
  const rule = valuesFault(value)
  if (rule !== undefined) throw new ForecastFaults([{ file, rule }])
  return value
}

type Path = Joi.ValidationErrorItem['path']

function faultOf({ type, path, message, context }: Joi.ValidationErrorItem): Omit<ForecastFault, 'file'> {
  const column = pathText(path)
  if (type === 'any.required') return { column, rule: 'is required' }
  if (type === 'object.unknown') {
    const known = knownKeys(path.slice(0, -1))
    const nearest = nearestName(String(path.at(-1)), known)
    return {
      column,
      rule: nearest === undefined ? `unknown key; allowed are ${known.join(', ')}` : `unknown key; did you mean ${nearest}?`,
    }
  }
  const value: unknown = context?.value
  return { column, rule: `${message}${value === undefined ? '' : `; got ${got(value)}`}` }
}

function knownKeys(path: Path): string[] {
  let schema = CONFIG_SCHEMA.describe() as Described
  for (const part of path)
    schema = (typeof part === 'number' ? schema.items?.[0] : (schema.keys?.[part] ?? ofObject(schema)?.keys?.[part])) ?? {}
  return Object.keys(schema.keys ?? ofObject(schema)?.keys ?? {})
}

interface Described {
  keys?: Record<string, Described>
  items?: Described[]
  matches?: { then?: Described }[]
}

function ofObject({ matches }: Described): Described | undefined {
  return matches?.find(({ then }) => then?.keys !== undefined)?.then
}

function pathText(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')
}

/** Pairs by key, for maps with thousands of faults. */
type Pairs = WeakMap<YAMLMap, Map<string, Pair>>

function pairsOf(map: YAMLMap, known: Pairs): Map<string, Pair> {
  const found = known.get(map) ?? new Map(map.items.map(pair => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]))
  known.set(map, found)
  return found
}

/** Position of a path's key, or of the nearest parent's. */
function offsetOf(document: Document, path: Path, pairs: Pairs): number {
  let node: unknown = document.contents
  let offset = rangeStart(node) ?? 0
  for (const part of path) {
    if (isMap(node)) {
      const pair = pairsOf(node, pairs).get(String(part))
      if (pair === undefined) break
      offset = rangeStart(pair.key) ?? offset
      node = pair.value
    } else {
      const item = (node as { items?: unknown[] } | null)?.items?.[part as number]
      if (item === undefined) break
      offset = rangeStart(item) ?? offset
      node = item
    }
  }
  return offset
}

function rangeStart(node: unknown): number | undefined {
  return (node as Node | null)?.range?.[0]
}

function crossFaults({
  app,
  targets,
  snapshots,
  gates,
  gaps,
  events,
  id_base: idBase = app.id,
}: Written): { path: Path; rule: string; value: string }[] {
  const known = `must be one of app.dsi: ${app.dsi.join(', ')}`
  const check = (path: Path, dsi: number) => (app.dsi.includes(dsi) ? [] : [{ path, rule: known, value: String(dsi) }])
  return [
    ...(idBase > LARGEST_ID
      ? [{ path: ['id_base'], rule: `is required, at most ${LARGEST_ID}, because the app's id is greater`, value: String(idBase) }]
      : []),
    ...check(['targets', 'dsi'], targets.dsi),
    ...(snapshots.dsi ?? []).flatMap((dsi, index) => check(['snapshots', 'dsi', index], dsi)),
    ...Object.keys(gates).flatMap(dsi => check(['gates', dsi], Number(dsi))),
    ...gaps.flatMap(({ from, to }, index) =>
      from > to ? [{ path: ['gaps', index, 'to'], rule: `must not be before from, ${from}`, value: to }] : [],
    ),
    ...events.flatMap(({ from, to = from }, index) =>
      from > to ? [{ path: ['events', index, 'to'], rule: `must not be before from, ${from}`, value: to }] : [],
    ),
  ]
}

type Shares = number | Record<Platform, number>

export interface Written {
  company: Config['company']
  app: {
    id: number
    name: string
    created_at: string
    currency: string
    dsi: number[]
    action_threshold: number
    weekly_aggregation: boolean
    time_zone?: string
  }
  targets: { dsi: number; roas_type: RoasType; revenue_type: RevenueType; roas: number | null; by: (Match & { roas: number })[] }
  bet_lookback: { platform?: Platform; start: number; end: number }[]
  net?: Record<Kind, Shares>
  organic: Config['organic']
  optimisation_dsi: { default: number } & Record<string, number>
  networks: Config['networks']
  inputs: (Pick<InputConfig, 'table'> &
    Partial<Pick<InputConfig, 'format' | 'columns' | 'cumulative' | 'day' | 'kind' | 'currency' | 'decimal' | 'encoding' | 'divide'>> & {
      files: string | string[]
      leave_out?: Record<string, Cell | Cell[]>
      first_age?: 0 | 1
      install_event?: string
      date_order?: 'dmy' | 'mdy'
    })[]
  lag_days?: number
  gaps: Config['gaps']
  events: Config['events']
  snapshots: { daily_days: number; weekly_days: number; dsi?: number[] }
  pacing: Config['pacing']
  lift_tests: { network: string; spend: number; installs_low: number; installs_high: number }[]
  gates: Record<string, 'accept'>
  tolerance: number
  pull: (Omit<PullConfig, 'currency' | 'url' | 'days'> & { currency?: string; url?: string; days?: number })[]
  id_base?: number
}

const EARLY_DSI = 7

export function configOf(written: Written, folder: string): Config {
  const { app, targets, net, optimisation_dsi: optimisation, snapshots } = written
  const dsi = ascending(app.dsi)
  const { default: usual, ...byNetwork } = optimisation
  return {
    folder,
    company: written.company,
    app: {
      id: app.id,
      name: app.name,
      createdAt: app.created_at,
      currency: app.currency,
      dsi,
      actionThreshold: app.action_threshold,
      weeklyAggregation: app.weekly_aggregation,
      timeZone: app.time_zone,
    },
    targets: { dsi: targets.dsi, roasType: targets.roas_type, revenueType: targets.revenue_type, roas: targets.roas, by: targets.by },
    betLookback: written.bet_lookback.map(({ platform = null, start, end }) => ({ platform, start, end })),
    net: net === undefined ? null : { iap: sharesOf(net.iap), ad: sharesOf(net.ad) },
    organic: written.organic,
    optimisationDsi: { default: usual, byNetwork },
    networks: written.networks,
    inputs: written.inputs.map(inputOf),
    lagDays: written.lag_days,
    gaps: written.gaps,
    events: written.events,
    snapshots: {
      dailyDays: snapshots.daily_days,
      weeklyDays: snapshots.weekly_days,
      dsi: ascending(snapshots.dsi ?? dsi.filter(known => known === EARLY_DSI || known === targets.dsi)),
    },
    pacing: written.pacing,
    liftTests: written.lift_tests.map(({ installs_low: installsLow, installs_high: installsHigh, ...of }) => ({
      ...of,
      installsLow,
      installsHigh,
    })),
    gates: new Map(Object.entries(written.gates).map(([dsi, accept]) => [Number(dsi), accept])),
    tolerance: written.tolerance,
    pull: written.pull.map(({ currency, url, days, ...own }) => ({ ...own, currency, url, days })),
    idBase: written.id_base ?? app.id,
  }
}

function ascending(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b)
}

function sharesOf(shares: Shares): Record<Platform, number> {
  return typeof shares === 'number' ? (Object.fromEntries(PLATFORMS.map(name => [name, shares])) as Record<Platform, number>) : shares
}

type Cell = string | number | boolean

function inputOf({
  files,
  leave_out: leaveOut = {},
  first_age: firstAge,
  install_event: installEvent,
  date_order: dateOrder,
  ...input
}: Written['inputs'][number]): InputConfig {
  return {
    table: input.table,
    files: typeof files === 'string' ? [files] : files,
    format: input.format,
    columns: input.columns ?? {},
    cumulative: input.cumulative,
    firstAge,
    day: input.day,
    kind: input.kind,
    currency: input.currency,
    installEvent,
    decimal: input.decimal,
    dateOrder,
    encoding: input.encoding,
    divide: input.divide,
    leaveOut: Object.fromEntries(Object.entries(leaveOut).map(([column, cells]) => [column, [cells].flat().map(String)])),
  }
}
