import t from 'tap'
import type { Requests } from '../../../generated/operations.ts'
import { parametersOf } from '../../../mcp/tools/tool.ts'
import type { ToolMapping } from '../../../server/core/checks/tool-schemas.ts'

interface Arguments {
  appId: number
  platforms?: readonly ('IOS' | 'WEB')[]
  startDate?: string
  detail: 'summary' | 'full'
}

type Mapping = ToolMapping<Requests['getAlerts']['query'], Arguments>

const right: Mapping = {
  fixed: { endDate: '2026-01-01' },
  arguments: {
    appId: { parameter: 'appId' },
    platforms: { parameter: 'platforms', spelling: 'lower' },
    startDate: { parameter: 'startDate' },
    detail: { own: true },
  },
}

t.test('arguments become the parameters they map to, with fixed ones added', async t => {
  t.strictSame(parametersOf(right, { appId: 1, platforms: ['IOS', 'WEB'], detail: 'full' }), {
    appId: 1,
    platforms: ['ios', 'web'],
    endDate: '2026-01-01',
  })
})

t.test('an argument overrides a fixed parameter', async t => {
  const mapping = {
    fixed: { order: 'newest' },
    arguments: { sort: { parameter: 'sort', replaces: 'order' } },
  } satisfies ToolMapping<Requests['getReport']['query'], { sort?: string }>
  t.strictSame(parametersOf(mapping, {}), { order: 'newest' })
  t.strictSame(parametersOf(mapping, { sort: '-spend' }), { sort: '-spend' })
})

t.test('an unmapped or mismatched argument does not compile', async t => {
  const { appId, platforms, startDate, detail } = right.arguments
  const date = { parameter: 'startDate' } as const
  const names = { parameter: 'platforms' } as const
  const wrong = [
    // @ts-expect-error an argument without a mapping
    { appId, platforms, detail } satisfies Mapping['arguments'],
    // @ts-expect-error a mapping of no argument
    { appId, platforms, startDate, detail, limit: { own: true } } satisfies Mapping['arguments'],
    // @ts-expect-error a parameter that the operation does not have
    { appId, platforms, startDate, detail: { parameter: 'detail' } } satisfies Mapping['arguments'],
    // @ts-expect-error a parameter of another type
    { appId: date, platforms, startDate, detail } satisfies Mapping['arguments'],
    // @ts-expect-error words that the parameter takes in lower case only
    { appId, platforms: names, startDate, detail } satisfies Mapping['arguments'],
    // @ts-expect-error nothing at all
    { appId, platforms, startDate, detail: {} } satisfies Mapping['arguments'],
    // @ts-expect-error a fixed parameter of another type
    { order: 'newest' } satisfies Mapping['fixed'],
  ]
  // What is tested here is that `tsc` finds each of them.
  t.equal(wrong.length, 7)
})
