import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { join } from 'node:path'
import type { Test } from 'tap'
import { tools } from '../../mcp/tools/tools.ts'
import type { ToolResult } from '../../mcp/tools/tool.ts'
import { ExportLinks } from '../../server/core/access/export-links.ts'
import type { Caller } from '../../server/core/model/caller.ts'
import { Spool } from '../../server/store/files/spool.ts'
import { toolContexts } from '../../server/http/tools/tool-context.ts'
import { startService, type TestService, type TestServiceOptions } from './started-service.ts'
import { work } from './work.ts'

const ajv = new Ajv2020()
const promised = new Map<string, ValidateFunction>(
  tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]),
)

const SECRET = 'the secret of the tests'

export interface ToolService extends TestService {
  call: (name: string, args?: unknown, credentials?: Partial<Caller>) => Promise<ToolResult>
  /** The same as it comes to a host, which parses it. */
  sent: ToolService['call']
  /** The structured content of a call that must succeed, as the tool list promises it. */
  result: <Result>(name: string, args?: unknown, credentials?: Partial<Caller>) => Promise<Result>
  /** The text of a call that must be refused. */
  refusal: (name: string, args?: unknown, credentials?: Partial<Caller>) => Promise<string>
}

/** The real service and the tools on it, as the server equips them. */
export async function startToolService(
  t: Pick<Test, 'teardown'>,
  options: TestServiceOptions = {},
): Promise<ToolService> {
  const environment = {
    ...options.environment,
    EXPORT_SECRET: SECRET,
    BASE_URL: 'http://uascope.test',
  }
  const service = await startService(t, { ...options, environment })
  const now = options.now ?? '2026-04-01T12:00:00Z'
  const clock = typeof now === 'string' ? () => new Date(now) : now
  const { store, server, storage, dataDir } = service
  const spool = await Spool.open(join(dataDir, 'spool'))
  const contextOf = toolContexts(server, {
    store,
    clock,
    links: new ExportLinks(SECRET, clock),
    spool,
    note: event => storage.audit.append(event),
  })
  const call: ToolService['call'] = (name, args, credentials) => {
    const tool = tools.find(one => one.name === name)
    if (tool === undefined) throw new Error(`There is no tool ${name}`)
    return tool.call(
      args,
      contextOf({
        companyId: 1,
        kind: 'api_key',
        id: 'key1',
        requestId: 'test',
        signal: work.signal,
        ...credentials,
      }),
    )
  }
  return {
    ...service,
    call,
    sent: async (...args) => JSON.parse(JSON.stringify(await call(...args))) as ToolResult,
    async result<Result>(...args: Parameters<ToolService['call']>) {
      const {
        isError,
        content: [{ text }],
        structuredContent,
      } = await call(...args)
      if (isError) throw new Error(text)
      const validate = promised.get(args[0])!
      if (!validate(structuredContent))
        throw new Error(`Not as listed: ${ajv.errorsText(validate.errors)}`)
      return structuredContent as Result
    },
    async refusal(...args) {
      const {
        isError,
        content: [{ text }],
        structuredContent,
      } = await call(...args)
      if (!isError || structuredContent !== undefined) throw new Error('The call was not refused')
      return text
    },
  }
}
