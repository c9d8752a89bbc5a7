// Half a minute and more: the official suites run all their scenarios, twice.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startEndpoint } from '../support/mcp-endpoint.ts'
import { requireOrSkip } from '../support/require-or-skip.ts'
import { type Inapplicable, INAPPLICABLE_2025, INAPPLICABLE_2026 } from './inapplicable.ts'
import { startProxy } from './proxy.ts'
import { conformanceResources } from './resources.ts'
import { conformanceTools } from './conformance-tools.ts'

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

const NODE = '.runtimes/bin/node-22'
const SUITES: [revision: string, inapplicable: Inapplicable][] = [
  ['2025-11-25', INAPPLICABLE_2025],
  ['2026-07-28', INAPPLICABLE_2026],
]

for (const [revision, inapplicable] of SUITES) {
  t.test(`the official suite passes for ${revision}`, async t => {
    const suite = `.runtimes/mcp/node_modules/conformance-${revision}/dist/index.js`
    const isInstalled = existsSync(NODE) && existsSync(suite)
    if (!requireOrSkip(t, isInstalled, 'the MCP conformance suite on Node 22')) return
    const checks = await run(t, suite, revision)
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    const faults = failed
      .filter(({ id }) => !Object.hasOwn(inapplicable, id))
      .map(({ id, errorMessage }) => `${id}: ${errorMessage}`)
    t.strictSame(faults, [], 'every applicable check passes')
    const failedIds = new Set(failed.map(({ id }) => id))
    t.strictSame(
      Object.keys(inapplicable).filter(id => !failedIds.has(id)),
      [],
      'what is listed as inapplicable is',
    )
    const passed = new Set(checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id))
    // Were the suite to stop early, nothing would fail.
    t.ok(passed.size > 10, `${passed.size} checks pass`)
  })
}

/** Runs all scenarios of a revision against the endpoint, with the tools that they call; gives all checks. */
async function run(t: Test, suite: string, revision: string): Promise<Check[]> {
  const { url, keyOf } = await startEndpoint(t, {
    tools: conformanceTools,
    resources: conformanceResources,
  })
  const proxy = await startProxy(t, url, await keyOf(1))
  const results = join(t.testdirName, 'checks')
  const args = [
    suite,
    'server',
    '--url',
    proxy,
    '--suite',
    'all',
    '--spec-version',
    revision,
    '--output-dir',
    results,
  ]
  // It exits with 1 where anything fails, also what is inapplicable: the checks that it writes decide.
  await new Promise<void>(resolve => execFile(NODE, args, { maxBuffer: 1e8 }, () => resolve()))
  return readdirSync(results).flatMap(
    scenario => JSON.parse(readFileSync(join(results, scenario, 'checks.json'), 'utf8')) as Check[],
  )
}
