import { ContractError } from './contract.ts'

export class Problems {
  readonly #found = new Set<string>()

  get count(): number {
    return this.#found.size
  }

  add(pointer: string, problem: string): void {
    this.#found.add(`${pointer}: ${problem}`)
  }

  /** @throws ContractError if anything was added */
  raise(): void {
    if (this.#found.size > 0) throw new ContractError([...this.#found])
  }
}
