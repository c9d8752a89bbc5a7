import type { LooseMapping } from './tool-mapping.ts'

/** The parameters that arguments stand for: those given, and the fixed ones that none of them replaces. */
export function parametersOf(mapping: LooseMapping, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parameters: Record<string, unknown> = { ...mapping.fixed }
  for (const [name, { parameter, spelling, replaces }] of Object.entries(mapping.arguments)) {
    const value = values[name]
    if (parameter === undefined || value === undefined) continue
    if (replaces !== undefined) delete parameters[String(replaces)]
    parameters[String(parameter)] = spelling === 'lower' ? lower(value) : value
  }
  return parameters
}

function lower(value: unknown): unknown {
  return Array.isArray(value) ? value.map(item => String(item).toLowerCase()) : String(value).toLowerCase()
}
