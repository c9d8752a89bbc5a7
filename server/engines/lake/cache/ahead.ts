import type { DataFile } from '../../common/parquet-groups.ts'
import { cacheFileName } from './cache-folder.ts'

/** Prefetches files one at a time, while no request waits for others. */
export class Ahead {
  readonly #fetch: (file: DataFile, signal: AbortSignal) => Promise<void>
  readonly #isBusy: () => boolean
  readonly #queue = new Map<string, DataFile>()
  readonly #ended = new AbortController()
  #isWorking = false
  #done: Promise<void> | undefined

  constructor(fetch: (file: DataFile, signal: AbortSignal) => Promise<void>, isBusy: () => boolean) {
    this.#fetch = fetch
    this.#isBusy = isBusy
  }

  add(files: readonly DataFile[]): void {
    for (const file of files) this.#queue.set(cacheFileName(file), file)
    this.resume()
  }

  resume(): void {
    if (!this.#isWorking && !this.#isBusy()) this.#done = this.#work()
  }

  async close(): Promise<void> {
    this.#ended.abort(new Error('The service is stopping'))
    await this.#done
  }

  async #work(): Promise<void> {
    const { signal } = this.#ended
    this.#isWorking = true
    for (const [key, file] of this.#queue) {
      if (signal.aborted || this.#isBusy()) break
      this.#queue.delete(key)
      await this.#fetch(file, signal).catch(() => {})
    }
    this.#isWorking = false
  }
}
