import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainly } from '../../support/run-program.ts'

/** A piece of a page for the shell. */
export interface Step {
  at: string
  script: string
  /** Its error output is reported too. */
  mayFail?: boolean
}

export interface Said extends Step {
  /** Both streams, as a terminal shows them. */
  output: string
}

/**
 * Runs pieces of a page one after the other in one shell, in `folder`. Returns the output of each; throws at the first that fails, naming
 * where it stands and what it said.
 */
export async function runSteps(
  steps: readonly Step[],
  { folder, env, begin }: Shell,
): Promise<Said[]> {
  const place = join(folder, '.steps')
  await mkdir(place, { recursive: true })
  const outputOf = (index: number): Promise<string> =>
    readFile(join(place, String(index)), 'utf8').catch(() => '')
  const pieces = steps.map(
    ({ at, script, mayFail }, index) =>
      `# ${at}\n{\n${script}\n} > "$STEPS/${index}" 2>&1${mayFail ? ' || :' : ''}\n`,
  )
  const script = join(place, 'script')
  await writeFile(script, `set -e\n${begin}\n${pieces.join('')}`)
  const shell = spawn(...plainly('bash', [script]), {
    cwd: folder,
    env: { ...env, STEPS: place },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 300_000,
  })
  let fault = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    fault += text
  })
  const [code] = (await once(shell, 'close')) as [number | null]
  const said = await Promise.all(
    steps.map(async (step, index) => ({ ...step, output: await outputOf(index) })),
  )
  if (code !== 0) {
    const begun = await Promise.all(
      steps.map((_, index) => readFile(join(place, String(index))).then(Boolean, () => false)),
    )
    const { at, script, output } = said[Math.max(begun.lastIndexOf(true), 0)]!
    throw new Error(`${at} ends with ${code}:\n${script}\n${output}${fault}`)
  }
  return said
}

export interface Shell {
  folder: string
  env: Record<string, string | undefined>
  /** What the shell knows before the page begins. */
  begin: string
}
