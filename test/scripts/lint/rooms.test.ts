import { existsSync } from 'node:fs'
import { ESLint } from 'eslint'
import t from 'tap'
import tseslint from 'typescript-eslint'
import rooms, { ROOMS } from '../../../scripts/lint/rooms.mjs'

t.test('rooms stand on rooms below them only, and are there', async t => {
  const names = Object.keys(ROOMS)
  for (const [index, name] of names.entries()) {
    t.ok(existsSync(name), name)
    // What is generated joins the contract to what it is made for, from both sides.
    const above = ROOMS[name]!.filter(other => name !== 'generated' && names.indexOf(other) >= index)
    t.strictSame(above, [], `${name} stands on nothing above it`)
  }
})

t.test('an import that no room may have is told with what the room stands on', async t => {
  // The rule alone: the others want every type of the house first.
  const alone = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.ts'],
        plugins: { uascope: { rules: { rooms } } },
        rules: { 'uascope/rooms': 'error' },
        languageOptions: { parser: tseslint.parser },
      },
    ],
  })
  const told = async (filePath: string, code: string): Promise<string[]> => {
    const [result] = await alone.lintText(`${code}\n`, { filePath })
    return result!.messages.map(({ message }) => message)
  }
  t.strictSame(await told('server/analytics/report.ts', "export { problem } from '../http/server.ts'"), [
    'server/analytics must not know server/http: it stands on generated, server/model, server/checks, server/sharing. See ARCHITECTURE.md.',
  ])
  t.match(await told('server/model/catalog.ts', "export * from '../service.ts'"), [
    /must not know server\/service\.ts: it stands on nothing/,
  ])
  t.match(await told('server/engines/tables/store.ts', "export * from '../embedded/store.ts'"), [/must not know server\/engines\/embedded/])
  t.match(await told('mcp/tools/tools.ts', "export * from '../../server/access/callers.ts'"), [/^mcp\/tools must not know server\/access/])
  t.strictSame(await told('server/handlers/handlers.ts', "export * from '../analytics/report.ts'"), [])
  for (const file of ['server/analytics/report.ts', 'mcp/tools/tools.ts', 'client/src/index.ts']) {
    t.match(await new ESLint().calculateConfigForFile(file), { rules: { 'uascope/rooms': [2] } }, file)
  }
})
