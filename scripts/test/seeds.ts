import type { CompiledModules } from './compile.ts'
import type { FileResult } from './file-result.ts'
import type { TestRun } from './run-files.ts'

/** The module from which random tests draw. */
const SEED = 'test/support/seed.ts'
/** Tries a property with every seed that the process was given. */
const EVERY_SEED = 'test/support/every-seed.ts'

/** Maximum seeds per process, which shares its start among them. */
const AT_ONCE = 25

export interface SeededRun extends TestRun {
  seeds: readonly number[]
}

/** The test files that draw random values, and those whose draws are all in properties. */
export function randomFiles(modules: CompiledModules): {
  random: Set<string>
  properties: Set<string>
} {
  const random = importersOf(modules, SEED)
  const others = importersOf(modules, SEED, EVERY_SEED)
  return { random, properties: new Set([...random].filter(file => !others.has(file))) }
}

function importersOf(modules: CompiledModules, module: string, except?: string): Set<string> {
  const importers = new Set([module])
  for (const used of importers)
    for (const [file, { imports }] of Object.entries(modules))
      if (imports.includes(used) && file !== except) importers.add(file)
  return importers
}

/** The runs of a file with each seed. */
export function runsWithSeeds(
  run: TestRun,
  seeds: readonly number[],
  onlyProperties: boolean,
): SeededRun[] {
  const size = onlyProperties ? AT_ONCE : 1
  return Array.from({ length: Math.ceil(seeds.length / size) }, (_, index) => {
    const some = seeds.slice(index * size, (index + 1) * size)
    return {
      ...run,
      seeds: some,
      environment: { ...run.environment, UASCOPE_SEED: some.join(',') },
    }
  })
}

/** Combines the results of each file's runs. */
export class SeededResults {
  readonly #left = new Map<string, number>()
  readonly #results = new Map<string, FileResult>()
  /** Commands that repeat failures. */
  readonly repeats: string[] = []

  constructor(runs: readonly SeededRun[]) {
    for (const { file } of runs) this.#left.set(file, (this.#left.get(file) ?? 0) + 1)
  }

  /** Returns the result of the file after its last run, describing the first failure. */
  add(run: SeededRun, result: FileResult): FileResult | undefined {
    const { file } = run
    const before = this.#results.get(file)
    const reported = before?.isPassed === false ? before : result
    const seconds = (before?.seconds ?? 0) + result.seconds
    const assertions = (before?.assertions ?? 0) + result.assertions
    this.#results.set(file, { ...reported, seconds, assertions })
    for (const seed of failingSeeds(run, result))
      this.repeats.push(`UASCOPE_SEED=${seed} npm test -- ${file}`)
    const remaining = this.#left.get(file)! - 1
    this.#left.set(file, remaining)
    return remaining === 0 ? this.#results.get(file) : undefined
  }
}

/** The seeds with which a run failed: those named by properties, or all of the run. */
function failingSeeds({ seeds }: SeededRun, { isPassed, failures }: FileResult): readonly number[] {
  if (isPassed) return []
  const named = failures.map(({ fullname }) =>
    /UASCOPE_SEED=([-\d,]+): /.exec(fullname)?.[1]?.split(',').map(Number),
  )
  return named.length > 0 && named.every(some => some !== undefined)
    ? [...new Set(named.flat())]
    : seeds
}
