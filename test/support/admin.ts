import { AsyncLocalStorage } from 'node:async_hooks'
import { runAdmin } from '../../scripts/admin/run.ts'
import { importInto } from '../../server/imports/load/import.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { Ended } from './process.ts'

/** Where what a command prints goes to, in all that it awaits; everything else of this process prints as ever. */
const printing = new AsyncLocalStorage<{ stdout: string; stderr: string }>()

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name]
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
  stream.write = (chunk: unknown, ...more: unknown[]): boolean => {
    const printed = printing.getStore()
    if (printed === undefined) return write(chunk, ...more)
    printed[name] += String(chunk)
    return true
  }
}

/**
 * The operator's CLI on a data directory or in an environment, as `admin` of `process.ts` runs it, but within this process: for what
 * a command does, which a start of a process only makes slow. It imports here as well.
 */
export function admin(place: string | Record<string, string>, ...args: string[]): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  const environment = typeof place === 'string' ? { DATA_DIR: place } : place
  return printing.run(printed, async () => {
    const code = await runAdmin(args, environment, (where, options) =>
      withStorage(where, ({ imports }) => importInto(imports, options)),
    )
    // It is that of the command.
    process.exitCode = undefined
    return { code, ...printed }
  })
}
