/** Runs test files. `npm test -- --help` describes the arguments. */

import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundlePackages } from './bundle-packages.ts'
import { changedFiles, dependents } from './changed.ts'
import { compile, type CompiledModules, OUTPUT } from './compile.ts'
import { Reporter } from './reporter.ts'
import { killRunning, runFiles } from './run-files.ts'
import { filesNamed, filesOfTier, isInSecond, slowestFirst, testFiles, type Tier, TIERS } from './select.ts'
import { makeSharedFolder, removeSharedFolder } from './shared-run.ts'

const USAGE = `Usage: npm test -- [options] [FILE or FOLDER ...]

Runs the named test files, or the first tier of all (see test/tiers.ts).

  --tier TIER    first, rest or all (with --changed too)
  --changed      only files that import what differs from HEAD, the nearest first
  --since REF    the same, compared with another commit or branch
  --jobs N       files at a time (default: two for each processor, since tests also wait)
  --list         print the files instead of running them

TAP_GREP='name' runs only the tests whose name contains it.`

const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tier: { type: 'string', default: 'first' },
    changed: { type: 'boolean' },
    since: { type: 'string' },
    jobs: { type: 'string', default: String(2 * availableParallelism()) },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

/** Seconds that each file took last. */
const TIMES = join(root, OUTPUT, 'times.json')
const times = await readTimes()

if (values.help) console.log(USAGE)
else if (!TIERS.includes(values.tier as Tier)) fail(`--tier ${values.tier}: use ${TIERS.join(', ')}`)
else if (!(Number(values.jobs) >= 1)) fail(`--jobs ${values.jobs}: use a number from 1`)
else await main(values.tier as Tier)

async function main(tier: Tier): Promise<void> {
  const [modules] = await Promise.all([compile(root), bundlePackages(root)])
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
  const reporter = new Reporter(line => console.log(line), process.stdout.isTTY && !process.env['NO_COLOR'])
  try {
    await runFiles(root, files, {
      jobs: Number(values.jobs),
      // The first tier tries fewer random cases, also beside the second.
      environmentOf: file => ({
        ...process.env,
        UASCOPE_TEST_RUN: shared,
        ...(tier === 'rest' || (tier === 'all' && isInSecond(file)) ? { UASCOPE_TIER: 'all' } : {}),
      }),
      onEnd(result) {
        reporter.add(result)
        times[result.file] = result.seconds
      },
    })
  } finally {
    removeSharedFolder(shared)
  }
  reporter.end()
  await writeFile(TIMES, JSON.stringify(times))
}

async function selectFiles(tier: Tier, modules: CompiledModules): Promise<string[]> {
  const all = testFiles(modules)
  if (positionals.length > 0) return slowestFirst(filesNamed(root, all, positionals), times)
  if (!values.changed && values.since === undefined) return slowestFirst(filesOfTier(all, tier), times)
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
