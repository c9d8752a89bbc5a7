import type { Tool } from '@modelcontextprotocol/client'
import type { App } from './service.ts'
import { words } from './words.ts'

/** Arguments as text, by name; empty means not set. */
export type Texts = Readonly<Record<string, string>>

export interface Field {
  name: string
  label: string
  hint: string
  kind: 'choice' | 'choices' | 'date' | 'number' | 'numbers' | 'names' | 'text' | 'switch'
  options: readonly string[]
  /** The default that the schema states, or empty. */
  standard: string
  least: number | undefined
  most: number | undefined
}

interface Schema {
  type?: string
  enum?: string[]
  format?: string
  items?: Schema
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
}

export function fieldsOf({ inputSchema }: Tool): Field[] {
  return Object.entries((inputSchema.properties ?? {}) as Record<string, Schema>)
    .filter(([name]) => name !== 'appId')
    .map(([name, schema]) => ({
      name,
      label: words(name),
      hint: hintOf(schema),
      kind: kindOf(schema),
      options: schema.items?.enum ?? schema.enum ?? [],
      standard: schema.default === undefined ? '' : String(schema.default),
      least: schema.minimum,
      most: schema.maximum,
    }))
}

/** Converts texts to arguments. A text that does not fit its field is sent unchanged, so that the tool reports the error. */
export function argumentsOf(tool: Tool, texts: Texts): Record<string, unknown> {
  const kinds = new Map(fieldsOf(tool).map(({ name, kind }) => [name, kind]))
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, valueOf(name === 'appId' ? 'number' : kinds.get(name), text)]))
}

function hintOf({ description = '', default: standard }: Schema): string {
  const namesDefault = standard === undefined || standard === false || /\bdefault\b/i.test(description)
  return namesDefault ? description : `${description} Default ${String(standard).replaceAll(',', ', ')}.`
}

function kindOf({ type, enum: options, format, items }: Schema): Field['kind'] {
  if (type === 'array') return items?.enum !== undefined ? 'choices' : items?.type === 'integer' ? 'numbers' : 'names'
  if (options !== undefined) return 'choice'
  if (type === 'boolean') return 'switch'
  if (type === 'integer' || type === 'number') return 'number'
  return format === 'date' ? 'date' : 'text'
}

function valueOf(kind: Field['kind'] | undefined, text: string): unknown {
  if (kind === 'number') return numberOf(text)
  if (kind === 'numbers') return parseList(text).map(numberOf)
  if (kind === 'choices' || kind === 'names') return parseList(text)
  if (kind === 'switch') return { true: true, false: false }[text] ?? text
  return text
}

function numberOf(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

/** Comma-separated lists; a name that has a comma, or starts with a quote, is quoted (RFC 4180). */

export function parseList(text: string): string[] {
  const items: string[] = []
  const pattern = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(,|$)/gy
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    items.push(found[1]?.replaceAll('""', '"') ?? found[2]!.trim())
    if (found[3] === '') return items.filter(item => item !== '')
  }
  // Unterminated quote: split as plain text.
  return text.split(',').map(item => item.trim())
}

export function formatList(items: readonly string[]): string {
  return items.map(item => (/^"|,/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(',')
}

const DAY = 86_400_000

/** Maximum age of a start date, days before today. */
const MAX_BACK = 455

/** Initial arguments of a view: a longer range than the tool's default, at the target DSI, with changes since last week. */
export function firstQuestion(view: string, { id, dsiValues, targetDsi, dataThrough }: App): Texts {
  const before = (days: number) => dayBefore(dataThrough, days)
  const questions: Record<string, Texts> = {
    recommendations: { since: before(7) },
    report: {
      metrics: 'spend,installs,cpi,roas',
      dsiValues: [...new Set([dsiValues.find(dsi => dsi >= 7) ?? targetDsi, targetDsi])].join(','),
      installGrouping: 'WEEKLY',
      groupBy: 'NETWORK',
      startDate: before(83),
      limit: '500',
    },
    alerts: { startDate: before(29), ...(before(29) === '' ? {} : { distinct: 'true' }) },
  }
  return { appId: String(id), ...questions[view] }
}

/** YYYY-MM-DD; empty if the app has no data or the date is too long ago to request. */
function dayBefore(date: string | null, days: number): string {
  if (date === null) return ''
  const time = Date.parse(date) - days * DAY
  return Date.now() - time > MAX_BACK * DAY ? '' : new Date(time).toISOString().slice(0, 10)
}
