/** Printing TypeScript: literals, comments, and objects one property a line. */

import type { Json } from './contract.ts'

export const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n'

const WIDTH = 130

/** An import of those names that the source calls. */
export function importOf(names: readonly string[], module: string, source: string): string[] {
  const used = names.filter(name => new RegExp(`\\b${name}\\(`).test(source))
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from ${literal(module)}`]
}

/** A literal in single quotes, numbers and lists as they are. */
export function literal(value: Json): string {
  if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return inline(Object.entries(value).map(([name, part]) => [name, literal(part)]))
  }
  return String(value)
}

/** A property's name, quoted only where it must be. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** `{ a: 1, b: 2 }` */
export function inline(properties: readonly (readonly [name: string, source: string])[]): string {
  return properties.length === 0 ? '{}' : `{ ${properties.map(([name, source]) => `${key(name)}: ${source}`).join(', ')} }`
}

/** The lines of a block in braces, at their depth, separated as asked. */
export function block(lines: readonly string[], separator = ','): string {
  if (lines.length === 0) return '{}'
  return `{\n${indent(lines.join(`${separator}\n`))}\n}`
}

/** Items in brackets: on one line when they fit, else one a line. */
export function listing(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`
  return line.length < WIDTH / 2 && !line.includes('\n') ? line : `[\n${indent(items.join(',\n'))}\n]`
}

/** A call, its arguments on one line when they are short, else one a line. */
export function call(name: string, values: readonly string[]): string {
  const line = `${name}(${values.join(', ')})`
  return line.length < WIDTH - 40 ? line : `${name}(\n${indent(values.join(',\n'))}\n)`
}

export function indent(source: string): string {
  return source.replace(/^(?=.)/gm, '  ')
}

/** A doc comment from Markdown text, or nothing. */
export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map(line => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
