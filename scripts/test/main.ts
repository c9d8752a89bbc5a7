/** Runs test files. `npm test -- --help` describes the arguments. */

import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWeb } from '../build/web/build-web.ts'
import { bundlePackages } from './bundle-packages.ts'
import { changedFiles, dependents } from './changed.ts'
import { compile, type CompiledModules, OUTPUT } from './compile.ts'
import { Reporter } from './reporter.ts'
import {
  killRunning,
  makeSharedFolder,
  removeSharedFolder,
  runFiles,
  type TestRun,
} from './run-files.ts'
import { randomFiles, runsWithSeeds, SeededResults } from './seeds.ts'
import { filesNamed, filesOfTier, slowestFirst, testFiles, type Tier, TIERS } from './select.ts'

const USAGE = `Usage: npm test -- [options] [FILE or FOLDER ...]

Runs the named test files, or the first tier of all (see test/tiers.ts).

  --tier TIER    first, rest or all (with --changed and --seeds too)
  --changed      only files that import what differs from HEAD, the nearest first
  --since REF    the same, compared with another commit or branch
  --seeds N      only files that draw random values, with N fresh seeds each
  --jobs N       files at a time (default: two for each processor, since tests also wait)
  --list         print the files instead of running them

TAP_GREP='name' runs only the tests whose name contains it. UASCOPE_SEED=N draws other random values.`

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tier: { type: 'string', default: 'first' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
    seeds: { type: 'string' },
    jobs: { type: 'string', default: String(2 * availableParallelism()) },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

/** Duration of each file's last run, s. */
const TIMES = join(root, OUTPUT, 'times.json')
const times = await readTimes()
const reporter = new Reporter(
  line => console.log(line),
  process.stdout.isTTY && !process.env['NO_COLOR'],
)

if (values.help) console.log(USAGE)
else if (!TIERS.includes(values.tier as Tier))
  fail(`--tier ${values.tier}: use ${TIERS.join(', ')}`)
else if (!(Number(values.jobs) >= 1)) fail(`--jobs ${values.jobs}: use a number from 1`)
else if (values.seeds !== undefined && !/^[1-9]\d*$/.test(values.seeds))
  fail(`--seeds ${values.seeds}: use a number from 1`)
else await main(values.tier as Tier)

async function main(tier: Tier): Promise<void> {
  const [modules] = await Promise.all([compile(root), bundlePackages(root), buildWeb(root)])
  const files = await selectFiles(tier, modules)
  if (values.list) return console.log(files.join('\n'))
  if (files.length === 0) return console.log('No test files to run')
  const shared = await makeSharedFolder(root)
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => {
      killRunning()
      removeSharedFolder(shared)
      process.exit(code)
    })
  const environment = { ...process.env, UASCOPE_TEST_RUN: shared }
  try {
    if (values.seeds === undefined) await runOnce(files, environment)
    else await runWithSeeds(Number(values.seeds), files, modules, environment)
  } finally {
    removeSharedFolder(shared)
  }
}

async function runOnce(files: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const runs = files.map((file): TestRun => ({ file, environment }))
  await runFiles(root, runs, Number(values.jobs), (_, result) => {
    reporter.add(result)
    times[result.file] = result.seconds
  })
  reporter.end()
  await writeFile(TIMES, JSON.stringify(times))
}

async function runWithSeeds(
  count: number,
  files: readonly string[],
  modules: CompiledModules,
  environment: NodeJS.ProcessEnv,
) {
  const seeds = Array.from({ length: count }, () => randomInt(2 ** 31))
  const { properties } = randomFiles(modules)
  const runs = files.flatMap(file =>
    runsWithSeeds({ file, environment }, seeds, properties.has(file)),
  )
  const results = new SeededResults(runs)
  await runFiles(root, runs, Number(values.jobs), (run, result) => {
    const ended = results.add(run, result)
    if (ended) reporter.add(ended)
  })
  console.log(
    results.repeats.length > 0
      ? `\nTo repeat what failed:\n${results.repeats.map(command => `  ${command}`).join('\n')}`
      : '',
  )
  reporter.end()
}

async function selectFiles(tier: Tier, modules: CompiledModules): Promise<string[]> {
  const all = testFiles(modules)
  if (values.seeds !== undefined) {
    const { random } = randomFiles(modules)
    const files =
      positionals.length > 0 ? filesNamed(root, all, positionals) : filesOfTier(all, tier)
    return files.filter(file => random.has(file))
  }
  if (positionals.length > 0) return slowestFirst(filesNamed(root, all, positionals), times)
  if (!values.changed && values.since === undefined)
    return slowestFirst(filesOfTier(all, tier), times)
  const changed = changedFiles(root, values.since ?? 'HEAD')
  const isRun = new Set([...filesOfTier(all, tier), ...all.filter(file => changed.includes(file))])
  return dependents(root, modules, changed).filter(file => isRun.has(file))
}

async function readTimes(): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(TIMES, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
