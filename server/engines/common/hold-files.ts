import type { DataFile, LocalFiles, Wanted } from './local-files.ts'

/** Files that a query reads, and what of them: all unless it says less. */
export interface NeededFiles {
  files: readonly DataFile[]
  wanted?: Wanted | undefined
}

/**
 * Has files of several kinds at once for as long as `use` takes: none waits for another. Answers as `LocalFiles.during`, which is told how `use` ended, and
 * may know better what went wrong.
 */
export async function holdFiles<Result>(
  local: LocalFiles,
  needed: readonly NeededFiles[],
  signal: AbortSignal,
  use: (paths: readonly (readonly string[])[]) => Promise<Result>,
): Promise<Result> {
  let letGo!: (over?: Promise<unknown>) => void
  const over = new Promise<unknown>(resolve => (letGo = resolve))
  over.catch(() => {})
  const ends: Promise<unknown>[] = []
  const held = needed.map(
    ({ files, wanted }) =>
      new Promise<readonly string[]>((resolve, reject) => {
        if (files.length === 0) return resolve([])
        const hold = (paths: readonly string[]): Promise<unknown> => {
          resolve(paths)
          return over
        }
        const end = local.during(files, signal, hold, wanted)
        end.catch(reject)
        ends.push(end)
      }),
  )
  const paths = await Promise.all(held).catch((error: unknown) => {
    letGo()
    throw error
  })
  const used = use(paths)
  letGo(used)
  const result = await used.catch(async (error: unknown) => {
    const told = (await Promise.allSettled(ends)).flatMap(end => (end.status === 'rejected' ? [end.reason as unknown] : []))
    throw told.find(reason => reason !== error) ?? error
  })
  // They may have changed while they were read.
  await Promise.all(ends)
  return result
}
