/** Runs the code blocks of every page, as `register.ts` says. Takes a minute: one demo is made for all. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { builtServiceFolder } from '../support/built-service.ts'
import { startMariaDb } from '../support/mariadb.ts'
import { REGISTER } from './register.ts'
import { blocksOf } from '../support/blocks.ts'
import { testDocsPage } from './support/docs-page.ts'
import { howOf } from './support/how.ts'
import { AVAILABLE } from './support/needs.ts'
import { pages, root } from '../support/pages.ts'
import { demoOf } from './support/places.ts'
import { testPage } from './support/test-page.ts'

t.test('every block of every page is run, or is listed with a reason', async t => {
  const forgotten = pages.flatMap(page =>
    blocksOf(page).filter(block => howOf(block, REGISTER[page]?.blocks) === undefined),
  )
  t.strictSame(
    forgotten.map(
      ({ at, language }) =>
        `${at} (${language || 'no language'}): nothing runs it; give it a row in test/documents/register.ts`,
    ),
    [],
  )
})

t.test('every row of the register matches a block', async t => {
  for (const [page, { blocks = [] }] of Object.entries(REGISTER)) {
    if (!t.ok(pages.includes(page), `${page} is a page`)) continue
    const used = new Set(blocksOf(page).map(block => howOf(block, blocks)))
    for (const { under = 'any heading', language = 'any language', has = '', how } of blocks) {
      t.ok(used.has(how), `${page}, under ${under}, ${language}${has && `, with ${has}`}`)
      if (how.kind === 'elsewhere')
        for (const test of how.tests) t.ok(existsSync(join(root, test)), test)
    }
  }
})

t.test('the blocks run', { timeout: 1_800_000 }, async t => {
  const [demo, database, built] = await Promise.all([
    demoOf(t),
    AVAILABLE.MariaDB ? startMariaDb(t) : undefined,
    builtServiceFolder(),
  ])
  await t.test('/docs of the service shows runnable blocks', t => testDocsPage(t, demo))
  for (const page of pages)
    await t.test(page, t => testPage(t, page, REGISTER[page] ?? {}, { demo, database, built }))
})
