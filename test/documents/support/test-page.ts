import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { administer, type MariaDb } from '../../support/mariadb.ts'
import { requireOrSkip } from '../../support/require-or-skip.ts'
import { fakeS3, S3_KEYS } from '../../support/s3.ts'
import { type Block, blocksOf } from '../../support/blocks.ts'
import { commandsOf, steady } from './console.ts'
import { namesWhatIsThere } from './holds.ts'
import { howOf, type Page, run } from './how.ts'
import { AVAILABLE, INSPECTOR } from './needs.ts'
import { root } from '../../support/pages.ts'
import { type Demo, watchedDemo } from './places.ts'
import { printedBy, programOf, runProgram } from './program.ts'
import { readersFolder } from './readers-folder.ts'
import { runSteps, type Step } from './shell.ts'

/** What all pages share. */
export interface Shared {
  demo: Demo
  database: MariaDb | undefined
  /** The folder of the built service. */
  built: string
}

/** Runs the blocks of a page, in order, and holds what they say against what is written. */
export async function testPage(
  t: Test,
  path: string,
  page: Page,
  { demo: shared, database, built }: Shared,
): Promise<void> {
  const folder = await readersFolder(t)
  const demo =
    page.watched === undefined ? shared : await watchedDemo(t, shared, join(folder, 'uascope.log'))
  const filled = await filling(t, page, { demo, database, folder })
  const shells: Step[][] = [[]]
  const said = new Map<string, string>()
  const program: Block[] = []
  const checks: (() => void)[] = []
  for (const block of blocksOf(path)) {
    const { at, language, text } = block
    const how = howOf(block, page.blocks) ?? run()
    if (how.kind === 'program') program.push(block)
    else if (how.kind === 'held') await passes(t, `${at}: ${how.as}`, () => how.holds(block, demo))
    else if (how.kind === 'run') {
      const needs = how.needs ?? (/\bjq /.test(text) ? 'jq' : undefined)
      if (needs !== undefined && !requireOrSkip(t, AVAILABLE[needs], needs)) continue
      if (how.fresh) shells.push([])
      const shell = shells.at(-1)!
      const script = (...parts: (string | undefined)[]): string => filled(parts.join('\n'))
      if (language !== 'console') {
        shell.push({ at, script: script(how.before, how.edit?.(text) ?? text, how.after) })
        checks.push(() => t.match(said.get(at), how.says ?? /^/, at))
      } else {
        shell.push({ at, script: script(how.before, ':') })
        for (const { at, text, printed } of commandsOf(block)) {
          shell.push({ at, script: script(text), mayFail: true })
          checks.push(() => t.equal(steady(said.get(at) ?? ''), steady(printed), at))
        }
      }
    } else {
      t.comment(
        `${at} is not run here: ${how.because}${how.kind === 'elsewhere' ? ` (${how.tests.join(', ')})` : ''}`,
      )
      if (language !== 'sh') continue
      await passes(t, `${at} is shell`, () => promisify(execFile)('bash', ['-n', '-c', text]))
      await passes(t, `${at} names what there is`, () => namesWhatIsThere(block))
    }
  }

  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}:/usr/sbin`,
    HOME: folder,
    REPOSITORY: root,
    BUILT: built,
    INSPECTOR,
    DATABASE_SERVER: database?.url('').replace(/\/$/, ''),
    UASCOPE_API_KEY: demo.key,
    DATA_DIR: page.store === 'demo' ? demo.dataDir : join(folder, 'data'),
    DEMO: 'off',
  }
  const npm = await readFile(join(root, 'test/documents/support/npm.sh'), 'utf8')
  for (const [index, steps] of shells.entries()) {
    const begin = index === 0 ? `${npm}\n${filled(page.watched ?? '')}` : npm
    for (const { at, output } of await runSteps(steps, { folder, env, begin })) said.set(at, output)
  }
  for (const check of checks) check()
  if (program.length === 0) return
  const address = { UASCOPE_API_KEY: demo.key, UASCOPE_BASE_URL: demo.url }
  await passes(t, `the programs of ${path}`, async () => {
    const printed = await runProgram(filled(programOf(program)), folder, address)
    const expected = printedBy(program)
    if (expected !== '') t.equal(printed, expected, `${path}: what the programs print`)
  })
}

/** Puts what is there into a text where a page has examples. */
async function filling(
  t: Test,
  page: Page,
  { demo, database, folder }: { demo: Demo; database: MariaDb | undefined; folder: string },
): Promise<(text: string) => string> {
  const blanks: [string, string][] = [
    ['uascope_...', demo.key],
    ['http://127.0.0.1:8080', demo.url],
    ['localhost:8080', new URL(demo.url).host],
    ['/mnt/share', join(folder, 'share')],
  ]
  if (database !== undefined)
    await writeFile(
      join(folder, '.my.cnf'),
      `[client]\nhost=127.0.0.1\nport=${database.port}\nuser=root\n`,
    )
  if (page.database !== undefined && database !== undefined) {
    await administer(database.url('mysql'), `CREATE DATABASE ${page.database}`)
    const { accessKeyId, secretAccessKey } = S3_KEYS
    blanks.push(
      ['mysql://uascope:PASSWORD@db.example.com:3306/uascope', database.url(page.database)],
      ['https://minio.example.com:9000', (await fakeS3(t)).endpoint],
      [
        'AWS_ACCESS_KEY_ID=... AWS_SECRET_ACCESS_KEY=...',
        `AWS_ACCESS_KEY_ID=${accessKeyId} AWS_SECRET_ACCESS_KEY=${secretAccessKey}`,
      ],
    )
  }
  return text => blanks.reduce((left, [example, value]) => left.replaceAll(example, value), text)
}

/** Asserts that nothing is thrown; an error is reported with the name. */
async function passes(t: Test, name: string, check: () => unknown): Promise<void> {
  const fault = await Promise.resolve()
    .then(check)
    .then(
      () => undefined,
      (error: unknown) => String(error),
    )
  t.equal(fault, undefined, name)
}
