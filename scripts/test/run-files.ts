import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
// Before tap, which reads the environment.
import { filter } from './filter.ts'
import t, { type Spawn } from 'tap'
import { compiledPath, OUTPUT } from './compile.ts'
import type { FileResult } from './file-result.ts'

/** Time limit of a file, ms. */
const TIMEOUT = 1_800_000

// Counted from the import of tap: compiling may take longer than its 30 seconds.
t.setTimeout(0)

export interface TestRun {
  file: string
  environment: NodeJS.ProcessEnv
}

/** Runs compiled test files, `jobs` at a time, each in a separate process. Sets the exit code of this process if one fails. */
export async function runFiles<Run extends TestRun>(
  root: string,
  runs: readonly Run[],
  jobs: number,
  onEnd: (run: Run, result: FileResult) => void,
): Promise<void> {
  t.register()
  t.jobs = Math.min(jobs, runs.length)
  t.resume()
  t.on('subtestStart', file => watch(file as Spawn))
  t.on('subtestEnd', file =>
    onEnd((file.options as unknown as { run: Run }).run, resultOf(file as Spawn)),
  )
  // From Node 22 on, V8's compiled code is cached between runs.
  const own = {
    ...(filter === undefined ? {} : { TAP_GREP: filter }),
    TAP_TIMEOUT: String(TIMEOUT / 1000),
    // tap deletes a test's directory once and fails if a process that is ending still writes into it.
    TAP_SAVE_FIXTURE: '1',
    NODE_COMPILE_CACHE: join(root, OUTPUT, 'code'),
  }
  // tap adds a coverage loader to NODE_OPTIONS, which doubles the time to load a module.
  const node = [
    `NODE_OPTIONS=${process.env['NODE_OPTIONS'] ?? ''}`,
    process.execPath,
    '--enable-source-maps',
  ]
  const options = { cwd: root, timeout: TIMEOUT, stdio: 'pipe' as const, buffered: true }
  const names = new Set(runs.map(({ file }) => file)).values()
  const runNext = async (): Promise<void> => {
    for (const name of names) {
      // Runs of one file share its test directory, so they take turns.
      for (const run of runs.filter(({ file }) => file === name)) {
        const spawned = { ...options, env: { ...run.environment, ...own }, name, run }
        await t.spawn('/usr/bin/env', [...node, compiledPath(root, name)], spawned)
        await removeTestDirectories(root, name)
      }
    }
  }
  await Promise.all(Array.from({ length: t.jobs }, runNext))
  t.end()
}

/** Those of a file that has ended. tap names them by the file's path, then by the tests' titles. */
async function removeTestDirectories(root: string, file: string): Promise<void> {
  const folder = join(root, '.tap/fixtures')
  const name = relative(root, compiledPath(root, file)).replaceAll('/', '-')
  const names = await readdir(folder).catch(() => [])
  const own = names.filter(directory => directory === name || directory.startsWith(`${name}-`))
  await Promise.all(
    own.map(directory =>
      rm(join(folder, directory), { recursive: true, force: true, maxRetries: 10 }),
    ),
  )
}

interface Watched {
  start: number
  stderr: string
}
const watched = new WeakMap<Spawn, Watched>()
const running = new Set<ChildProcess>()

function watch(file: Spawn): void {
  const record: Watched = { start: performance.now(), stderr: '' }
  watched.set(file, record)
  file.on('process', child => {
    const started = child as ChildProcess
    running.add(started)
    started.on('close', () => running.delete(started))
    started.stderr!.setEncoding('utf8').on('data', (text: string) => {
      record.stderr += text
    })
  })
}

function resultOf(file: Spawn): FileResult {
  const { exitCode, signal } = file.options as { exitCode?: number; signal?: string }
  const { pass, fail } = file.counts
  const { start, stderr } = watched.get(file)!
  return {
    file: file.name,
    isPassed: file.passing() && !exitCode && !signal,
    seconds: (performance.now() - start) / 1000,
    assertions: pass + fail,
    failures: file.lists.fail,
    skips: [
      ...file.lists.skip.map(({ skip }) => (typeof skip === 'string' ? skip : undefined)),
      ...(file.options.skip ? ['no tests found'] : []),
    ],
    end: signal ? `ended with ${signal}` : `exit code ${exitCode ?? 0}`,
    stderr,
  }
}

export function killRunning(): void {
  for (const child of running) child.kill('SIGTERM')
}

/** A folder for resources shared by a run's test files, such as a database server; `test/support/test-run.ts` describes its content. */
export async function makeSharedFolder(root: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'uascope-run-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export function removeSharedFolder(folder: string): void {
  for (const group of serverGroups(folder)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

function serverGroups(folder: string): number[] {
  try {
    const pids = join(folder, 'pids')
    return readdirSync(pids)
      .map(name => Number(readFileSync(join(pids, name), 'utf8')))
      .filter(group => group > 1)
  } catch {
    return []
  }
}
