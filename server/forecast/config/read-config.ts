import type Joi from 'joi'
import { basename, dirname, resolve } from 'node:path'
import {
  type CST,
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Parser,
  type YAMLMap,
} from 'yaml'
import { got, nearestName } from '../../core/checks/faults.ts'
import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import { describeOpenFault, readPlainFile } from '../../core/runtime/files.ts'
import { type ForecastFault, ForecastFaults } from './config-faults.ts'
import { type Config, CONFIG_SCHEMA, LARGEST_ID } from './forecast-config.ts'

const PREFERENCES: Joi.ValidationOptions = {
  abortEarly: false,
  convert: false,
  errors: { label: false, wrap: { array: false } },
}

/** @throws ForecastFaults with line, path and allowed values of every error */
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

/** Relative paths start in `folder`. */
export function parseConfig(
  text: string,
  { file, folder }: { file: string; folder: string },
): Config {
  const oversize = sizeFault(text)
  if (oversize !== undefined) throw new ForecastFaults([{ file, ...oversize }])
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const lineOf = (offset: number): number => lines.linePos(offset).line
  if (document.errors.length > 0) {
    throw new ForecastFaults(
      document.errors.map(({ message, pos }) => ({
        file,
        row: lineOf(pos[0]),
        rule: `must be YAML: ${message}`,
      })),
    )
  }
  const pairs: Pairs = new WeakMap()
  const lineAt = (path: Joi.ValidationErrorItem['path']) => lineOf(offsetOf(document, path, pairs))
  const checked = (CONFIG_SCHEMA as Joi.ObjectSchema<Keyed>).validate(
    written(document, file),
    PREFERENCES,
  )
  if (checked.error !== undefined) {
    const { details } = checked.error
    const placed = details
      .map(detail => ({ row: lineAt(detail.path), detail }))
      .sort((a, b) => a.row - b.row)
    const listed = placed.slice(0, LISTED_FAULTS)
    throw new ForecastFaults(
      listed.map(({ row, detail }) => ({ file, row, ...faultOf(detail) })),
      details.length,
    )
  }
  const config = checkedOf(checked.value)
  const more = crossFaults(config).map(({ path, ...fault }) => ({
    file,
    row: lineAt(path),
    column: pathText(path),
    ...fault,
  }))
  if (more.length > 0) throw new ForecastFaults(more)
  return configOf(config, folder)
}

/** An empty document is an empty map, so that missing keys are reported. */
function written(document: Document, file: string): unknown {
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {}
  } catch (error) {
    throw new ForecastFaults([
      { file, rule: `must be YAML without endless aliases: ${(error as Error).message}` },
    ])
  }
  const rule = valuesFault(value)
  if (rule !== undefined) throw new ForecastFaults([{ file, rule }])
  return value
}

type Path = Joi.ValidationErrorItem['path']

function faultOf({
  type,
  path,
  message,
  context,
}: Joi.ValidationErrorItem): Omit<ForecastFault, 'file'> {
  const column = pathText(path)
  if (type === 'any.required') return { column, rule: 'is required' }
  if (type === 'object.unknown') {
    const known = knownKeys(path.slice(0, -1))
    const nearest = nearestName(String(path.at(-1)), known)
    return {
      column,
      rule:
        nearest === undefined
          ? `unknown key; allowed are ${known.join(', ')}`
          : `unknown key; did you mean ${nearest}?`,
    }
  }
  const value: unknown = context?.value
  return { column, rule: `${message}${value === undefined ? '' : `; got ${got(value)}`}` }
}

function knownKeys(path: Path): string[] {
  let schema = CONFIG_SCHEMA.describe() as Described
  for (const part of path)
    schema =
      (typeof part === 'number'
        ? schema.items?.[0]
        : (schema.keys?.[part] ?? ofObject(schema)?.keys?.[part])) ?? {}
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
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`,
    )
    .join('')
}

/** Pairs by key, for maps with thousands of errors. */
type Pairs = WeakMap<YAMLMap, Map<string, Pair>>

function pairsOf(map: YAMLMap, known: Pairs): Map<string, Pair> {
  const pairs =
    known.get(map) ??
    new Map(map.items.map(pair => [String(isScalar(pair.key) ? pair.key.value : pair.key), pair]))
  known.set(map, pairs)
  return pairs
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

/** A valid configuration, with keys as in code. */
interface Checked extends Omit<
  Config,
  'folder' | 'optimisationDsi' | 'snapshots' | 'gates' | 'idBase'
> {
  optimisationDsi: { default: number } & Record<string, number>
  snapshots: { dailyDays: number; weeklyDays: number; dsi?: number[] }
  gates: Record<string, 'accept'>
  idBase?: number
}

type Keyed = Record<string, unknown>

/** Keys of the configuration itself, not of maps with the studio's names. */
function checkedOf(value: Keyed): Checked {
  const camel = (map: Keyed): Keyed =>
    Object.fromEntries(
      Object.entries(map).map(([key, of]) => [
        key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
        of,
      ]),
    )
  const inside = (of: unknown): unknown =>
    Array.isArray(of) ? of.map(item => camel(item as Keyed)) : camel(of as Keyed)
  const all = camel(value)
  for (const name of ['app', 'targets', 'inputs', 'snapshots', 'liftTests'])
    all[name] = inside(all[name])
  return all as unknown as Checked
}

function crossFaults({
  app,
  targets,
  snapshots,
  gates,
  gaps,
  events,
  idBase = app.id,
}: Checked): { path: Path; rule: string; value: string }[] {
  const known = `must be one of app.dsi: ${app.dsi.join(', ')}`
  const check = (path: Path, dsi: number) =>
    app.dsi.includes(dsi) ? [] : [{ path, rule: known, value: String(dsi) }]
  return [
    ...(idBase > LARGEST_ID
      ? [
          {
            path: ['id_base'],
            rule: `is required, at most ${LARGEST_ID}, because the app's id is greater`,
            value: String(idBase),
          },
        ]
      : []),
    ...check(['targets', 'dsi'], targets.dsi),
    ...(snapshots.dsi ?? []).flatMap((dsi, index) => check(['snapshots', 'dsi', index], dsi)),
    ...Object.keys(gates).flatMap(dsi => check(['gates', dsi], Number(dsi))),
    ...gaps.flatMap(({ from, to }, index) =>
      from > to
        ? [{ path: ['gaps', index, 'to'], rule: `must not be before from, ${from}`, value: to }]
        : [],
    ),
    ...events.flatMap(({ from, to = from }, index) =>
      from > to
        ? [{ path: ['events', index, 'to'], rule: `must not be before from, ${from}`, value: to }]
        : [],
    ),
  ]
}

const EARLY_DSI = 7

function configOf(
  { optimisationDsi, snapshots, gates, idBase, ...checked }: Checked,
  folder: string,
): Config {
  const { app, targets } = checked
  const { default: usual, ...byNetwork } = optimisationDsi
  return {
    ...checked,
    folder,
    optimisationDsi: { default: usual, byNetwork },
    snapshots: {
      ...snapshots,
      dsi: snapshots.dsi ?? app.dsi.filter(known => known === EARLY_DSI || known === targets.dsi),
    },
    gates: new Map(Object.entries(gates).map(([dsi, accept]) => [Number(dsi), accept])),
    idBase: idBase ?? app.id,
  }
}

/** Bytes and characters. */
const LARGEST_FILE = 2 ** 20
/** Values: keys of maps and items of lists. */
const MAX_VALUES = 50_000
/** The parser compares each key of a map with all others. */
const MAX_KEYS = 5_000
/** The parser searches the whole document for each alias. */
const MAX_ALIASES = 100
/** A configuration has four levels. */
const MAX_DEPTH = 32

type Fault = Omit<ForecastFault, 'file'>

/**
 * The limit that a text exceeds, by its tokens: composing them takes time quadratic in a map's keys, and stack in
 * proportion to the depth.
 */
function sizeFault(text: string): Fault | undefined {
  if (text.length > LARGEST_FILE) return { rule: `must have at most ${LARGEST_FILE} characters` }
  const lines = new LineCounter()
  const stack: { token: CST.Token; depth: number }[] = []
  for (const token of new Parser(lines.addNewLine).parse(text)) stack.push({ token, depth: 0 })
  let [values, aliases] = [0, 0]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { token, depth } = next
    const fault = (rule: string): Fault => ({ row: lines.linePos(token.offset).line, rule })
    if (token.type === 'document' && token.value !== undefined)
      stack.push({ token: token.value, depth })
    if (token.type === 'alias' && ++aliases > MAX_ALIASES)
      return fault(`must have at most ${MAX_ALIASES} aliases`)
    if (!('items' in token)) continue
    values += token.items.length
    if (depth === MAX_DEPTH) return fault(`must be nested at most ${MAX_DEPTH} levels deep`)
    if (token.type !== 'block-seq' && token.items.length > MAX_KEYS)
      return fault(`must have at most ${MAX_KEYS} keys or items in one place`)
    if (values > MAX_VALUES) return fault(`must have at most ${MAX_VALUES} values`)
    for (const { key, value } of token.items)
      for (const inner of [key, value]) if (inner) stack.push({ token: inner, depth: depth + 1 })
  }
  return undefined
}

/** The number of values limits those that aliases repeat, too. */
function valuesFault(value: unknown): string | undefined {
  const stack = [value]
  for (let visited = 0; stack.length > 0; visited++) {
    if (visited + stack.length > 2 * MAX_VALUES)
      return `must have at most ${2 * MAX_VALUES} values with those that aliases repeat`
    const next = stack.pop()
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) stack.push(inner)
  }
  return undefined
}
