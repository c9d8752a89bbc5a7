import { execFile, execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Environment, Rows } from './served.ts'

function succeeds(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A Python that has pandas: the one that is found first may be another than the distribution's, without its packages. */
export const PYTHON = ['python3', '/usr/bin/python3'].find(program =>
  succeeds(program, ['-c', 'import pandas']),
)

/** Whether there is R with jsonlite. */
export const HAS_R = succeeds('Rscript', ['-e', 'library(jsonlite)'])

/** Runs a program in a folder. Returns its output; throws with its error output if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  folder: string,
  env: Environment,
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', ...env },
    maxBuffer: 1 << 26,
  })
  return stdout
}

/** Runs the text of a program as a file of a name, and answers what its last line prints as JSON. */
export async function runProgram(
  program: string,
  name: string,
  text: string,
  folder: string,
  env: Environment,
): Promise<Rows> {
  await writeFile(join(folder, name), text)
  const printed = await run(program, [name], folder, env)
  return JSON.parse(printed.trimEnd().split('\n').at(-1)!) as Rows
}
