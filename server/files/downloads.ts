import { problem } from '../checks/problem.ts'

export interface DownloadBounds {
  /** Downloads that a company may have open at once. */
  most?: number | undefined
  /** Bytes of different files that they may hold together; a single file may have more. */
  mostBytes: number
}

/** A download, and the file that it holds open: while it is read, its room cannot be given to another. */
export interface Download {
  /** The same tag, the same file. */
  tag: string
  /** In bytes. */
  size: number
}

const MOST_DOWNLOADS = 16

/** Seconds after which one of the downloads may have ended. */
const RETRY_AFTER = 10

/** Bounds what a company's downloads hold open, all its keys, users and links together. */
export class Downloads {
  readonly #most: number
  readonly #mostBytes: number
  readonly #open = new Map<number, Set<Download>>()

  constructor({ most = MOST_DOWNLOADS, mostBytes }: DownloadBounds) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** Downloads that are open at the moment, of all companies. */
  get open(): number {
    let open = 0
    for (const downloads of this.#open.values()) open += downloads.size
    return open
  }

  /** @throws `too_many_downloads` when the company cannot have one more: no file needs to be built for it then. */
  refuseMore(companyId: number): void {
    const open = this.#open.get(companyId)?.size ?? 0
    if (open >= this.#most) throw tooMany(`${open} of the company's downloads are open, and no more than ${this.#most} can be.`)
  }

  /**
   * Counts a download until the function that it answers is called.
   * @throws `too_many_downloads`
   */
  begin(companyId: number, download: Download): () => void {
    this.refuseMore(companyId)
    const open = this.#open.get(companyId) ?? new Set()
    const sizes = new Map([...open, download].map(({ tag, size }) => [tag, size]))
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    if (sizes.size > 1 && bytes > this.#mostBytes) {
      throw tooMany(`The files of the company's open downloads would have more than ${Math.floor(this.#mostBytes / 2 ** 20)} MiB together.`)
    }
    this.#open.set(companyId, open.add(download))
    return () => {
      open.delete(download)
      if (open.size === 0) this.#open.delete(companyId)
    }
  }
}

function tooMany(reason: string) {
  return problem('too_many_downloads', `${reason} Finish one of them first.`, { headers: { 'retry-after': RETRY_AFTER } })
}
