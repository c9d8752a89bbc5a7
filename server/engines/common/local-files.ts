import type { Sealed } from '../../model/catalog.ts'

/** A data file as the catalog names it. */
export interface DataFile extends Partial<Sealed> {
  file: string
}

/** What a query reads of a file, where that is less than all of it: columns, and rows of install dates. */
export interface Wanted {
  columns: readonly string[]
  /** Of `install_date`, both included, `YYYY-MM-DD`. */
  dates: { start: string; end: string }
}

/** The data files as they are on this machine. */
export interface LocalFiles {
  /**
   * Paths of the files, in their order, for as long as `use` takes. With `wanted`, what is not wanted of a file may be missing in it; who reads it
   * all the same gets an error, never other values.
   * @throws StoreUnavailable where a file cannot be had now; the signal's reason
   */
  during<Result>(
    files: readonly DataFile[],
    signal: AbortSignal,
    use: (paths: readonly string[]) => Promise<Result>,
    wanted?: Wanted,
  ): Promise<Result>
}
