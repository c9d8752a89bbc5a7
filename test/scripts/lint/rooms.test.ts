import { existsSync } from 'node:fs'
import { ESLint } from 'eslint'
import t from 'tap'
import { ROOMS } from '../../../scripts/lint/rooms.mjs'

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
  const told = async (filePath: string, code: string): Promise<string[]> => {
    const [result] = await new ESLint().lintText(`${code}\n`, { filePath })
    return result!.messages.filter(({ ruleId }) => ruleId === 'uascope/rooms').map(({ message }) => message)
  }
  t.strictSame(await told('server/analytics/report.ts', "export { problem } from '../http/server.ts'"),
    ['server/analytics must not know server/http: it stands on server/model, server/checks, server/work. See ARCHITECTURE.md.'])
  t.match(await told('server/model/catalog.ts', "export * from '../service.ts'"), [/must not know server\/service\.ts: it stands on nothing/])
  t.match(await told('server/engines/mysql/store.ts', "export * from '../embedded/store.ts'"), [/must not know server\/engines\/embedded/])
  t.match(await told('mcp/tools/index.ts', "export * from '../../server/model/catalog.ts'"), [/^mcp\/tools must not know server\/model/])
  t.strictSame(await told('server/handlers/handlers.ts', "export * from '../analytics/report.ts'"), [])
})
