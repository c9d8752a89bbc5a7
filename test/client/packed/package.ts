import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { Test } from 'tap'
import type { Project } from '../support/packed-project.ts'
import { repository } from '../../support/repository.ts'
import { run } from '../../support/run-program.ts'

/** What the package is made of. */
export async function testPackage(t: Test, { folder, tarball }: Project): Promise<void> {
  const place = join(folder, 'node_modules/@uascope/client')

  await t.test('publint reports no problems', async t => {
    const { messages, pkg } = await publint({ pkgDir: place, strict: true, pack: false })
    t.same(
      messages.map(message => formatMessage(message, pkg)),
      [],
    )
  })

  await t.test('attw reports no problems', async t => {
    const { code, stdout } = await run(process.execPath, [
      join(repository, 'node_modules/@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--no-definitely-typed',
      '--format',
      'json',
    ])
    t.equal(code, 0, stdout.slice(0, 2000))
  })

  await t.test('the core loads no optional package, on import or require', async t => {
    for (const [type, program] of [
      [
        'module',
        "import { UascopeClient } from '@uascope/client'; import { saveTo } from '@uascope/client/node'; console.log(typeof UascopeClient, typeof saveTo)",
      ],
      [
        'commonjs',
        "const { UascopeClient } = require('@uascope/client'); const { saveTo } = require('@uascope/client/node'); console.log(typeof UascopeClient, typeof saveTo)",
      ],
    ] as const) {
      const { stdout, stderr } = await run(
        process.execPath,
        [`--input-type=${type}`, '--eval', program],
        { cwd: folder },
      )
      t.equal(stdout.trim(), 'function function', stderr)
    }
  })

  await t.test('source maps lead to the sources', async t => {
    for (const entry of ['index', 'node', 'rows', 'arrow', 'arquero'].flatMap(name => [
      `${name}.js`,
      `${name}.cjs`,
    ])) {
      t.match(
        await readFile(join(place, 'dist', entry), 'utf8'),
        new RegExp(`sourceMappingURL=${entry}.map`),
      )
      const { sources, sourcesContent } = JSON.parse(
        await readFile(join(place, 'dist', `${entry}.map`), 'utf8'),
      )
      t.ok(
        sources.some((source: string) => source.endsWith('.ts')) &&
          sourcesContent.length === sources.length,
        entry,
      )
    }
  })

  await t.test('the package can be published with provenance', async t => {
    const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >
    t.match(manifest, {
      repository: { type: 'git', url: /^git\+https:/, directory: 'client' },
      publishConfig: { access: 'public', provenance: true },
    })
    t.notOk('private' in manifest || 'dependencies' in manifest)
    t.match(await readFile(join(place, 'dist/testing.licenses.md'), 'utf8'), /^## joi /m)
  })

  await t.test("the in-memory service throws the client's error classes", async t => {
    for (const [type, load] of [
      ['module', 'await import'],
      ['commonjs', 'require'],
    ] as const) {
      const program = `(async () => {
        const { UascopeClient, UascopeError } = ${load}('@uascope/client')
        const { TestService } = ${load}('@uascope/client/testing')
        const service = new TestService({ getAlerts: [{ heading: 'x' }] })
        const client = new UascopeClient(service.options)
        const error = await client.getAlerts({ appId: 101 }).catch(error => error)
        console.log((await client.listApps()).length, error instanceof UascopeError, error.name, service.requests.length)
      })()`
      const { stdout, stderr } = await run(
        process.execPath,
        [`--input-type=${type}`, '--eval', program],
        { cwd: folder },
      )
      t.equal(stdout.trim(), '2 true UascopeError 2', stderr)
    }
  })
}
