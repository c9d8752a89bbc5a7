import type Joi from 'joi'
import { basename, dirname, resolve } from 'node:path'
import {
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  Parser,
} from 'yaml'
import { got, nearestName } from '../../core/checks/faults.ts'
import { LISTED_FAULTS } from '../../imports/delivery-faults.ts'
import { describeOpenFault, readPlainFile } from '../../core/runtime/files.ts'
import { type ForecastFault, ForecastFaults } from './config-faults.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'
import type { Config } from './forecast-config.ts'

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
  const checked = (CONFIG_SCHEMA as Joi.ObjectSchema<Keyed>).validate(
    written(document, file),
    PREFERENCES,
  )
  if (checked.error !== undefined) {
    const { details } = checked.error
    const lineAt = lineFinder(document, lines)
    const placed = details
      .map(detail => ({ row: lineAt(detail.path), detail }))
      .sort((a, b) => a.row - b.row)
    const listed = placed.slice(0, LISTED_FAULTS)
    throw new ForecastFaults(
      listed.map(({ row, detail }) => ({ file, row, ...faultOf(detail) })),
      details.length,
    )
  }
  return configOf(checked.value, folder)
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
type Fault = Omit<ForecastFault, 'file'>

function faultOf({ type, path, message, context }: Joi.ValidationErrorItem): Fault {
  const column = pathText(path)
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

/** Line of a path's key, or of the nearest parent's: an alias has no lines inside. */
function lineFinder(document: Document, lines: LineCounter): (path: Path) => number {
  const offsets = new Map<string, number>()
  const add = (path: Path, key: unknown, node: unknown): void => {
    const offset = (key as Node | null)?.range?.[0]
    if (offset !== undefined) offsets.set(JSON.stringify(path), offset)
    if (isMap(node))
      for (const { key, value } of node.items)
        add([...path, String(isScalar(key) ? key.value : key)], key, value)
    if (isSeq(node)) node.items.forEach((item, index) => add([...path, index], item, item))
  }
  add([], document.contents, document.contents)
  return path => {
    for (let end = path.length; end >= 0; end--) {
      const offset = offsets.get(JSON.stringify(path.slice(0, end)))
      if (offset !== undefined) return lines.linePos(offset).line
    }
    return 1
  }
}

/** Renames the keys of the configuration itself, not those of maps with the studio's names. */
function configOf(written: Keyed, folder: string): Config {
  const inside = (of: unknown): unknown =>
    Array.isArray(of) ? of.map(item => camel(item as Keyed)) : camel(of as Keyed)
  const config = camel(written)
  for (const name of ['app', 'targets', 'inputs', 'snapshots', 'liftTests'])
    config[name] = inside(config[name])
  return { ...config, folder } as unknown as Config
}

type Keyed = Record<string, unknown>

function camel(map: Keyed): Keyed {
  return Object.fromEntries(
    Object.entries(map).map(([key, of]) => [
      key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      of,
    ]),
  )
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
