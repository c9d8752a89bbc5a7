import { parseYaml } from '@redocly/openapi-core'

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export type JsonObject = { [name: string]: Json }

export interface Contract extends JsonObject {
  paths: { [path: string]: JsonObject }
}

/** Lists errors of the contract, and features that the generator does not support: one line per place. */
export class ContractError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`openapi.yaml has errors:\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.name = 'ContractError'
    this.problems = problems
  }
}

/** Collects errors, each once. */
export class Problems {
  readonly #problems = new Set<string>()

  get count(): number {
    return this.#problems.size
  }

  add(pointer: string, problem: string): void {
    this.#problems.add(`${pointer}: ${problem}`)
  }

  expect(isSound: boolean, pointer: string, problem: string): void {
    if (!isSound) this.add(pointer, problem)
  }

  /** @throws ContractError if anything was added */
  raise(): void {
    if (this.#problems.size > 0) throw new ContractError([...this.#problems])
  }
}

/** The contract in its YAML form, aliases resolved. */
export function readContract(yaml: string): Contract {
  return parseYaml(yaml) as Contract
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

export function schemasOf(contract: Contract): JsonObject {
  return objectOf(objectOf(contract.components).schemas)
}

/** A JSON Pointer (RFC 6901) as a URI fragment, one step further. */
export function at(pointer: string, ...steps: (string | number)[]): string {
  return [
    pointer,
    ...steps.map(step => String(step).replaceAll('~', '~0').replaceAll('/', '~1')),
  ].join('/')
}

/**
 * The value at a pointer of the contract, with references followed. Keywords beside a reference override its target's.
 * @throws ContractError if a reference is broken or circular
 */
export function resolve(contract: Contract, value: Json | undefined, pointer: string): JsonObject {
  let object = expectObject(value, pointer)
  const followed = new Set<string>()
  while (typeof object.$ref === 'string') {
    const { $ref, ...siblings } = object
    if (followed.has($ref))
      throw new ContractError([`${pointer}: the reference ${$ref} is circular`])
    followed.add($ref)
    object = {
      ...expectObject(lookUp(contract, $ref), `${pointer}: the reference ${$ref}`),
      ...siblings,
    }
  }
  return object
}

function expectObject(value: Json | undefined, location: string): JsonObject {
  if (isObject(value)) return value
  throw new ContractError([`${location} is not an object`])
}

function lookUp(contract: Contract, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined
  let value: Json | undefined = contract
  for (const step of reference.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}
