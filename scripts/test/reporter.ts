import { styleText } from 'node:util'
import { stringify } from 'yaml'
import type { Failure, FileResult } from './file-result.ts'

const HIDDEN = new Set(['source', 'stack', 'at', 'compare', 'diff'])

/** A position in compiled code, followed by the same position in its source. */
const COMPILED = /\(?\.test-build\/\S+ \((.+)\)$/

const SLOWEST = 10

/** Prints a line per test file and a summary. Uses no cursor codes, and colors only on a terminal. */
export class Reporter {
  readonly #results: FileResult[] = []
  readonly #start = performance.now()
  readonly #print: (line: string) => void
  readonly #isColored: boolean

  constructor(print: (line: string) => void, isColored: boolean) {
    this.#print = print
    this.#isColored = isColored
  }

  add(result: FileResult): void {
    this.#results.push(result)
    const { file, isPassed, seconds, skips } = result
    const skipped = skips.length > 0 ? `  (${skips.length} skipped)` : ''
    this.#print(
      `${isPassed ? 'ok    ' : this.#red('not ok')} ${seconds.toFixed(1).padStart(6)} s  ${file}${skipped}`,
    )
    if (!isPassed) for (const line of describeFailures(result)) this.#print(`    ${line}`)
  }

  /** Prints failures, skipped tests with reasons, and the slowest files. The last line is `N passed, N failed`. */
  end(): void {
    const results = this.#results
    const failed = results.filter(({ isPassed }) => !isPassed)
    if (results.length > SLOWEST) {
      const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
      this.#section(
        'Slowest',
        slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
      )
    }
    this.#section('Skipped', describeSkips(results))
    this.#section(
      'Failed',
      failed.flatMap(({ file, failures, end }) => [
        file,
        ...failures.map(({ fullname }) => `  ${nameOf(fullname)}`),
        ...(failures.length ? [] : [`  ${end}`]),
      ]),
    )
    const assertions = results.reduce((sum, result) => sum + result.assertions, 0)
    this.#print(
      `\n${assertions} assertions in ${((performance.now() - this.#start) / 1000).toFixed(0)} s`,
    )
    this.#print(`${results.length - failed.length} passed, ${failed.length} failed`)
  }

  #section(title: string, lines: readonly string[]): void {
    if (lines.length > 0) this.#print(`\n${title}:\n${lines.map(line => `  ${line}`).join('\n')}`)
  }

  #red(text: string): string {
    return this.#isColored ? styleText('red', text, { validateStream: false }) : text
  }
}

function describeFailures({ failures, end, stderr }: FileResult): string[] {
  return [
    ...failures.flatMap(describeFailure),
    end,
    ...(stderr === '' ? [] : ['stderr:', ...stderr.trimEnd().split('\n')]),
  ]
}

interface Diagnostics {
  at?: { fileName?: string; lineNumber?: number; columnNumber?: number }
  stack?: string
  diff?: string
}

function describeFailure({ fullname, diag }: Failure): string[] {
  const { at, stack, diff } = (diag ?? {}) as Diagnostics
  const location =
    at?.fileName === undefined ? [] : [`at ${at.fileName}:${at.lineNumber}:${at.columnNumber}`]
  const visible = Object.fromEntries(
    Object.entries(diag ?? {}).filter(([name]) => !HIDDEN.has(name)),
  )
  const changes = diff?.trimEnd().split('\n') ?? []
  const details =
    Object.keys(visible).length > 0
      ? stringify(visible, { lineWidth: 0 }).trimEnd().split('\n')
      : []
  const frames =
    stack === undefined
      ? location
      : stack
          .trimEnd()
          .split('\n')
          .map(frame => `at ${frame.replace(COMPILED, '$1')}`)
  return [nameOf(fullname), ...[...changes, ...details, ...frames].map(line => `  ${line}`)]
}

function nameOf(fullname: string): string {
  return fullname.replace(/^(?:\S+\.(?:ts|js) > )+/, '').replace(/^TAP > /, '')
}

/** A line per reason, such as a missing program, with the number of files. A test without a reason has that of the others in its file. */
function describeSkips(results: readonly FileResult[]): string[] {
  const files = new Map<string, number>()
  for (const { skips } of results) {
    const stated = skips.filter(reason => reason !== undefined)
    const reasons = stated.length > 0 || skips.length === 0 ? stated : ['no reason given']
    for (const reason of new Set(reasons)) files.set(reason, (files.get(reason) ?? 0) + 1)
  }
  return [...files].map(
    ([reason, count]) => `${reason} (${count} ${count === 1 ? 'file' : 'files'})`,
  )
}
