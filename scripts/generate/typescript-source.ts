import type { Json } from './contract.ts'

export const BANNER = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n'

const WIDTH = 130

export function importOf(names: readonly string[], module: string, source: string): string[] {
  const used = names.filter(name => new RegExp(`\\b${name}\\(`).test(source))
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from ${literal(module)}`]
}

export function literal(value: Json): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return inline(Object.entries(value).map(([name, part]) => [name, literal(part)]))
  }
  return String(value)
}

export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** `{ a: 1, b: 2 }` */
export function inline(properties: readonly (readonly [name: string, source: string])[]): string {
  return properties.length === 0
    ? '{}'
    : `{ ${properties.map(([name, source]) => `${key(name)}: ${source}`).join(', ')} }`
}

export function block(lines: readonly string[], separator = ','): string {
  if (lines.length === 0) return '{}'
  return `{\n${indent(lines.join(`${separator}\n`))}\n}`
}

export function listing(items: readonly string[]): string {
  const line = `[${items.join(', ')}]`
  return line.length < WIDTH / 2 && !line.includes('\n')
    ? line
    : `[\n${indent(items.join(',\n'))}\n]`
}

export function call(name: string, values: readonly string[]): string {
  const line = `${name}(${values.join(', ')})`
  return line.length < WIDTH - 40 ? line : `${name}(\n${indent(values.join(',\n'))}\n)`
}

export function indent(source: string): string {
  return source.replace(/^(?=.)/gm, '  ')
}

export function comment(text: string | undefined): string {
  if (text === undefined) return ''
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map(line => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}
