// Some minutes: it packs and installs the package, and runs it with every runtime, in bundlers and in a browser.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { testBrowser } from './packed/browser.ts'
import { testBundles, testCsvBundle } from './packed/bundles.ts'
import { testExamples } from './packed/examples.ts'
import { testPackage } from './packed/package.ts'
import { testRuntimes } from './packed/runtimes.ts'
import { testTypes, testTypesAlone } from './packed/types.ts'
import { linkPackages, packedProject } from './support/packed-project.ts'
import { realServer } from './support/real-server.ts'

// One file, since each packing builds the package again.
t.test('the packed package works outside the repository', { timeout: 1_800_000 }, async t => {
  const project = await packedProject(t)

  await t.test('the package is self-contained', async t => {
    const lock = await readFile(join(project.folder, 'package-lock.json'), 'utf8')
    t.same(
      Object.keys(JSON.parse(lock).packages),
      ['', 'node_modules/@uascope/client'],
      'it brings nothing along',
    )
    await testPackage(t, project)
    await testTypesAlone(t, project)
    await testCsvBundle(t, project)
  })

  await linkPackages(project, [
    'apache-arrow',
    'arquero',
    'arrow-js-ffi',
    'hyparquet',
    'parquet-wasm',
    'undici',
    '@opentelemetry/api',
    '@types/node',
    'undici-types',
  ])
  await t.test('the package exports the types that it declares', t => testTypes(t, project))
  await t.test('the package is small in a bundle', t => testBundles(t, project))

  const server = await realServer(t)
  await t.test('the package runs in every runtime', t => testRuntimes(t, project, server))
  await t.test("the package's examples run", t => testExamples(t, project, server))
  await t.test('the package runs in a browser', t => testBrowser(t, project, server))
})
