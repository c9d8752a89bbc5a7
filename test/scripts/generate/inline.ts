import type { Contract, Json, JsonObject } from '../../../scripts/generate/contract.ts'

/** A schema with every reference replaced by what it leads to, so that a validator needs nothing else. */
export function inlineReferences(contract: Contract, value: Json): Json {
  if (Array.isArray(value)) return value.map(part => inlineReferences(contract, part))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...siblings } = value
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, inlineReferences(contract, part)]),
    )
  }
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<Json>((place, step) => (place as JsonObject)[step]!, contract)
  return { ...(inlineReferences(contract, target) as JsonObject), ...siblings }
}
