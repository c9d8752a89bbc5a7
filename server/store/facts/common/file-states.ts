import type { Print } from '../../../imports/progress.ts'
import { type Catalog, dataParts } from '../../../core/model/catalog.ts'
import { damage, type Finding } from '../../../core/model/finding.ts'
import { mapAtOnce } from '../../../core/runtime/at-once.ts'
import type { DataFile } from './parquet-groups.ts'

/** Checks each data file once. */
export class FileStates {
  readonly #read: (part: DataFile) => Promise<string | null>
  readonly #print: Print
  readonly #known = new Map<string, Promise<string | null>>()
  files = 0
  bytes = 0
  #expected = 0

  /** `read` says what is wrong with a file; null if it is intact. */
  constructor(read: (part: DataFile) => Promise<string | null>, print: Print) {
    this.#read = read
    this.#print = print
  }

  /** Announces the bytes to read. */
  expect(parts: readonly DataFile[]): void {
    this.#expected += parts.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  }

  /** Null for an intact file. */
  problemOf(part: DataFile): Promise<string | null> {
    const key = `${part.file} ${part.sha256 ?? ''}`
    const known = this.#known.get(key) ?? this.#look(part)
    this.#known.set(key, known)
    return known
  }

  async isWhole(catalog: Catalog): Promise<boolean> {
    for (const part of dataParts(catalog)) if ((await this.problemOf(part)) !== null) return false
    return true
  }

  /** A finding for each damaged file, in the order of `parts`. */
  async damages(parts: readonly DataFile[], advice: string): Promise<Finding[]> {
    const problems = await mapAtOnce(parts, part => this.problemOf(part))
    return parts.flatMap(({ file }, index) => {
      const problem = problems[index]!
      return problem === null ? [] : [damage(file, problem, advice)]
    })
  }

  async #look(part: DataFile): Promise<string | null> {
    const problem = await this.#read(part)
    this.files++
    this.bytes += part.bytes ?? 0
    this.#print(
      `Checked ${this.files} files, ${megabytes(this.bytes)} of ${megabytes(Math.max(this.#expected, this.bytes))} MB`,
      true,
    )
    return problem
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
