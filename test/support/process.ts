import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Test } from 'tap'
import { builtServiceFolder, type Programs } from './built-service.ts'
import { repository } from './repository.ts'

/** The process's own environment without anything that the service reads. */
const { PATH, HOME, TMPDIR } = process.env
const bare = { PATH, HOME, TMPDIR }

export interface Ended {
  code: number | null
  /** Null unless a signal ended it. */
  signal?: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface RunningProcess {
  /** What `Listening on` says. */
  url: string
  stdout: () => string
  stderr: () => string
  signal: (name: NodeJS.Signals) => void
  ended: Promise<Ended>
}

export const SOURCES: Programs = {
  cwd: repository,
  node: process.execPath,
  service: ['--import', 'tsx', 'server/main.ts'],
  admin: ['--import', 'tsx', 'scripts/admin/main.ts'],
}

/** A process of it starts in less than half the time of one of the sources. */
const BUILT = await built()

async function built(): Promise<Programs> {
  const folder = await builtServiceFolder()
  return {
    cwd: repository,
    node: process.execPath,
    service: [join(folder, 'server.js')],
    admin: [join(folder, 'admin.js')],
  }
}

function run(
  { cwd, node }: Programs,
  args: readonly string[],
  environment: Record<string, string>,
) {
  const child = spawn(node, args, {
    cwd,
    env: { ...bare, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }))
  return { child, ended, stdout: () => stdout, stderr: () => stderr }
}

/** The operator's CLI, run to its end on a data directory or in an environment. */
export function admin(place: string | Record<string, string>, ...args: string[]): Promise<Ended> {
  return adminOf(BUILT, place, ...args)
}

/** The same, started in another way. */
export function adminOf(
  programs: Programs,
  place: string | Record<string, string>,
  ...args: string[]
): Promise<Ended> {
  return spawnAdmin(place, args, programs).ended
}

/** The CLI's process, from its first moment on. */
export function spawnAdmin(
  place: string | Record<string, string>,
  args: readonly string[],
  programs = BUILT,
) {
  return run(
    programs,
    [...programs.admin, ...args],
    typeof place === 'string' ? { DATA_DIR: place } : place,
  )
}

/** The service's process on a free port, from its first moment on. */
export function spawnService(environment: Record<string, string>, programs = BUILT) {
  return run(programs, programs.service, { PORT: '0', ...environment })
}

/** The same, run to its end: for starts that must fail. */
export function failedStart(environment: Record<string, string>): Promise<Ended> {
  return spawnService(environment).ended
}

/**
 * The service's process on a free port, once it listens; it ends with the test at the latest. `beforeThat` is given what it has said on
 * stderr so far, and waited for.
 */
export async function startProcess(
  t: Test,
  environment: Record<string, string>,
  beforeThat: (stderr: () => string) => Promise<void> = async () => undefined,
  programs = BUILT,
): Promise<RunningProcess> {
  const { child, ended, stdout, stderr } = spawnService(
    { LOG_LEVEL: 'silent', ...environment },
    programs,
  )
  t.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const said = /^Listening on (\S+)( .*)?$/m.exec(stdout())
      if (said) resolve(said[1]!)
    })
    void ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
  })
  const [url] = await Promise.all([listening, beforeThat(stderr)])
  return { url, stdout, stderr, signal: name => void child.kill(name), ended }
}
