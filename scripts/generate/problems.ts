import { at, ContractError, isObject, type Json, type JsonObject } from './contract.ts'

/** Collects what cannot be honoured, so that one run names every place. */
export class Problems {
  readonly #found = new Set<string>()

  get count(): number {
    return this.#found.size
  }

  add(pointer: string, problem: string): void {
    this.#found.add(`${pointer}: ${problem}`)
  }

  /** Adds the keywords of an object that are not among the known ones. */
  unknownKeywords(object: JsonObject, known: readonly string[], pointer: string): void {
    for (const name of Object.keys(object)) {
      if (!known.includes(name)) this.add(at(pointer, name), `the keyword ${name} is not supported here`)
    }
  }

  /** The value as an object; an empty one, and a problem, when it is none. */
  object(value: Json | undefined, pointer: string): JsonObject {
    if (isObject(value)) return value
    this.add(pointer, 'must be an object')
    return {}
  }

  /** The value as a list; an empty one, and a problem, when it is none. */
  list(value: Json | undefined, pointer: string): Json[] {
    if (Array.isArray(value)) return value
    this.add(pointer, 'must be a list')
    return []
  }

  /** @throws ContractError when anything was added */
  raise(): void {
    if (this.#found.size > 0) throw new ContractError([...this.#found])
  }
}
