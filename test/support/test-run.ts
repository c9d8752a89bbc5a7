import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { elapse } from './pauses.ts'

/**
 * The folder that all test files of a run share; undefined when a file runs alone. After the run the runner kills the process groups whose
 * ids are in `pids/` and removes the folder.
 */
export const testRun = process.env['UASCOPE_TEST_RUN'] || undefined

/**
 * Makes something once for all files of a run and returns it as JSON keeps it. The first caller makes it, the others wait. If making fails,
 * it fails for all; if the maker dies, the next caller makes it.
 */
export async function onceInRun<T>(run: string, name: string, make: () => Promise<T>): Promise<T> {
  const result = join(run, `${name}.json`)
  for (;;) {
    const made = await readFile(result, 'utf8').catch(() => undefined)
    if (made !== undefined) {
      const { value, error } = JSON.parse(made) as { value: T; error?: string }
      if (error !== undefined) throw new Error(`${name}, made for all test files: ${error}`)
      return value
    }
    if (await claim(join(run, `${name}.lock`))) {
      const outcome = await make().then(
        value => ({ value }),
        (error: Error) => ({ error: error.stack ?? String(error) }),
      )
      await writeFile(`${result}.part`, JSON.stringify(outcome))
      await rename(`${result}.part`, result)
    } else {
      await elapse(20)
    }
  }
}

/** Takes a lock, or takes it over from a process that died. Each holder has a file of its own, so no two take over from the same one. */
async function claim(lock: string): Promise<boolean> {
  for (let turn = 0; ; turn++) {
    const file = `${lock}.${turn}`
    const isOurs = await writeFile(file, String(process.pid), { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (isOurs) return true
    // An empty file is one whose process id is being written.
    const holder = Number(await readFile(file, 'utf8'))
    if (holder === 0 || isAlive(holder)) return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Starts a server that outlives this process and ends with the run. */
export async function spawnForRun(
  run: string,
  name: string,
  command: string,
  args: readonly string[],
  stdio: StdioOptions = 'ignore',
) {
  const child: ChildProcess = spawn(command, args, { detached: true, stdio })
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  await mkdir(join(run, 'pids'), { recursive: true })
  await writeFile(join(run, 'pids', name), String(child.pid))
  child.unref()
  return child
}
