/** Runs the code blocks of every page, as `register.ts` says. Takes half a minute: one demo is made for all. */

import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { buildService } from '../../scripts/build/build-service.ts'
import { minimalDelivery } from '../reference/minimal-delivery.ts'
import { writeDelivery } from '../reference/write-delivery.ts'
import { builtFolder } from '../support/bundle.ts'
import { administer, MARIADBD, type MariaDb, startMariaDb } from '../support/mariadb.ts'
import { requireOrSkip } from '../support/require-or-skip.ts'
import { REGISTER, type Page } from './register.ts'
import { type Block, blocksOf } from './support/blocks.ts'
import { commandsOf, steady } from './support/console.ts'
import { testDocsPage } from './support/docs-page.ts'
import { namesWhatIsThere } from './support/holds.ts'
import type { How, Need } from './support/how.ts'
import { pages, root } from './support/pages.ts'
import { type Demo, demoOf, watchedDemo } from './support/places.ts'
import { programOf, runProgram } from './support/program.ts'
import { runSteps, type Step } from './support/shell.ts'

const INSPECTOR = join(root, '.runtimes/mcp/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')

const FOUND: Record<Need, boolean> = {
  MariaDB: MARIADBD !== undefined,
  HAProxy: existsSync('/usr/sbin/haproxy'),
  promtool: ['/usr/bin/promtool', '/usr/local/bin/promtool'].some(existsSync),
  'the MCP inspector': existsSync(INSPECTOR),
}

/** How a block is run; undefined where nothing says so. */
function howOf(block: Block, { blocks = [] }: Page): How | 'console' | 'program' | undefined {
  const row = blocks.find(
    ({ under, language, has }) =>
      under === block.heading && (language === undefined || language === block.language) && (has === undefined || block.text.includes(has)),
  )
  if (row !== undefined) return row.how
  return block.language === 'console' ? 'console' : block.language === 'ts' ? 'program' : undefined
}

t.test('every block of every page is run, or is named with a reason', async t => {
  for (const [page, { blocks = [] }] of Object.entries(REGISTER)) {
    t.ok(pages.includes(page), `${page} is a page`)
    const used = new Set((pages.includes(page) ? blocksOf(page) : []).map(block => howOf(block, REGISTER[page]!)))
    for (const { under, has, language, how } of blocks) {
      t.ok(used.has(how), `${page} has a block under "${under}" (${language ?? 'any language'}) with ${JSON.stringify(has ?? '')}`)
      if (how.kind === 'elsewhere') for (const test of how.tests) t.ok(existsSync(join(root, test)), test)
    }
  }
  const forgotten = pages.flatMap(page => blocksOf(page).filter(block => howOf(block, REGISTER[page] ?? {}) === undefined))
  t.strictSame(
    forgotten.map(
      ({ at, language }) => `${at} (${language || 'no language'}): nothing runs this block; give it a row in test/documents/register.ts`,
    ),
    [],
  )
})

t.test('the blocks', { timeout: 600_000 }, async t => {
  const built = await builtFolder()
  const [demo, database] = await Promise.all([demoOf(t), FOUND.MariaDB ? startMariaDb(t) : undefined, buildService(root, built)])
  await t.test('/docs of the service', t => testDocsPage(t, demo))
  for (const page of pages) await t.test(page, t => testPage(t, page, { demo, database, built }))
})

interface Given {
  demo: Demo
  database: MariaDb | undefined
  built: string
}

async function testPage(t: Test, page: string, { demo: shared, database, built }: Given): Promise<void> {
  const entry = REGISTER[page] ?? {}
  const folder = await readersFolder(t)
  const demo = entry.watched === undefined ? shared : await watchedDemo(t, shared, join(folder, 'uascope.log'))
  const databaseUrl = entry.database === undefined || database === undefined ? undefined : database.url(entry.database)
  if (databaseUrl !== undefined) {
    await administer(database!.url('mysql'), `CREATE DATABASE ${entry.database}`)
    await writeFile(join(folder, '.my.cnf'), `[client]\nhost=127.0.0.1\nprotocol=tcp\nport=${database!.port}\nuser=root\n`)
  }
  /** What is an example on the page, and what it is here. */
  const blanks: [string, string][] = [
    ['uascope_...', demo.key],
    ['http://127.0.0.1:8080', demo.url],
    ['localhost:8080', new URL(demo.url).host],
    ['mysql://uascope:PASSWORD@db.example.com:3306/uascope', databaseUrl ?? ''],
    ['/mnt/share', join(folder, 'share')],
  ]
  const filled = (text: string): string => blanks.reduce((left, [example, value]) => left.replaceAll(example, value), text)

  const shells: Step[][] = [[]]
  const program: Block[] = []
  const outputs = new Map<string, string>()
  const checks: (() => void)[] = []
  for (const block of blocksOf(page)) {
    const how = howOf(block, entry)
    if (how === undefined) continue
    if (how === 'program') program.push(block)
    else if (how === 'console') {
      for (const { at, text, printed } of commandsOf(block)) {
        shells.at(-1)!.push({ at, script: filled(text) })
        checks.push(() => t.equal(steady(outputs.get(at) ?? ''), steady(printed), at))
      }
    } else if (how.kind === 'run') {
      if (how.needs !== undefined && !requireOrSkip(t, FOUND[how.needs], `${how.needs}, for ${block.at},`)) continue
      if (how.fresh) shells.push([])
      const script = filled([how.before ?? '', how.edit?.(block.text) ?? block.text, how.after ?? ''].join('\n'))
      shells.at(-1)!.push({ at: block.at, script })
      checks.push(() => t.match(outputs.get(block.at), how.says ?? /^/, block.at))
    } else if (how.kind === 'held') await t.resolves(async () => how.holds(block, demo), `${block.at}: ${how.as}`)
    else if (block.language === 'sh') {
      await t.resolves(promisify(execFile)('bash', ['-n', '-c', block.text]), block.at)
      t.doesNotThrow(() => namesWhatIsThere(block), block.at)
    }
  }

  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}:/usr/sbin`,
    HOME: folder,
    REPOSITORY: root,
    BUILT: built,
    INSPECTOR,
    UASCOPE_API_KEY: demo.key,
    DATA_DIR: entry.store === 'demo' ? demo.dataDir : join(folder, 'data'),
    DEMO: 'off',
  }
  const npm = await readFile(join(import.meta.dirname, 'support/npm.sh'), 'utf8')
  for (const [index, steps] of shells.entries()) {
    const begin = `${npm}\n${index === 0 ? filled(entry.watched ?? '') : ''}`
    for (const { at, output } of await runSteps(steps, { folder, env, begin })) outputs.set(at, output)
  }
  for (const compare of checks) compare()
  if (program.length > 0) {
    const addressed = filled(programOf(program))
    await t.resolves(runProgram(addressed, folder, { UASCOPE_API_KEY: demo.key, UASCOPE_BASE_URL: demo.url }), `the programs of ${page}`)
  }
}

/** A folder that looks like the repository and may be written to, with a delivery in it. */
async function readersFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'uascope-page-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const names = execFileSync('git', ['ls-tree', '--name-only', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  for (const name of [...names, 'node_modules']) await symlink(join(root, name), join(folder, name))
  await mkdir(join(folder, 'delivery'))
  await writeDelivery(join(folder, 'delivery'), minimalDelivery(), { format: 'csv' })
  return folder
}
