import { spawn } from 'node:child_process'

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program to its end. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(...plainly(command, args), {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', chunk => {
      stdout += String(chunk)
    })
    child.stderr.on('data', chunk => {
      stderr += String(chunk)
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code, stdout, stderr }))
  })
}

/** Without the loaders that a test runner puts into every process of Node. */
export function plainly(
  command: string,
  args: readonly string[],
): [command: string, args: string[]] {
  return ['/usr/bin/env', ['-u', 'NODE_OPTIONS', command, ...args]]
}
