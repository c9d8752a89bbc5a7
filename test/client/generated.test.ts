import t from 'tap'
import { parse } from 'yaml'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorOfStatus } from '../../client/src/errors.ts'
import * as uascope from '../../client/src/index.ts'
import { generate } from '../../scripts/generate/generate.ts'
import { repository } from '../support/repository.ts'

const yaml = await readFile(join(repository, 'openapi.yaml'), 'utf8')

interface Operation {
  operationId: string
  security?: unknown[]
  responses: Record<string, unknown>
}

const { paths } = parse(yaml, { maxAliasCount: -1 }) as {
  paths: Record<string, Record<string, Operation>>
}
const open = Object.values(paths)
  .flatMap(item => Object.values(item))
  .filter(({ security }) => security === undefined || security.length > 0)

t.test(
  'the client has a method and a function for exactly the operations that accept a key',
  async t => {
    const offered = open.map(({ operationId }) => operationId)
    t.same(offered.sort(), [
      'getAlerts',
      'getAppSettings',
      'getBudgetPlan',
      'getForecastAccuracy',
      'getOverview',
      'getPacing',
      'getRecommendations',
      'getReport',
      'getRoasHistory',
      'getTrackRecord',
      'listApps',
      'listCampaigns',
      'listEvents',
    ])
    t.same(
      Object.getOwnPropertyNames(Object.getPrototypeOf(uascope.UascopeClient.prototype)).sort(),
      ['constructor', ...offered],
    )
    for (const operation of offered) t.type(uascope[operation as 'listApps'], 'function', operation)
  },
)

t.test('the client has a class for every error that its methods declare', async t => {
  const declared = new Set(
    open
      .flatMap(({ responses }) => Object.keys(responses))
      .filter(status => Number(status) >= 400 && status !== '405'),
  )
  t.ok(declared.has('400'))
  for (const status of declared)
    t.not(
      errorOfStatus(new Response('', { status: Number(status) }), '').constructor,
      uascope.ApiError,
      status,
    )
})

t.test('a change of the contract changes the client', async t => {
  const changed = yaml
    .replace('enum: [bids, analytics]', 'enum: [bids, analytics, pacing]')
    .replaceAll('enum: [BIDS, ANALYTICS]', 'enum: [BIDS, ANALYTICS, PACING]')
    .replace(
      'name: { type: string, description: App name. }',
      'name: { type: string, description: App name. }\n        icon: { type: string }',
    )
  const files = await generate(changed)
  t.match(
    files.get('client/parameters.ts'),
    "readonly ('bids' | 'analytics' | 'pacing' | 'BIDS' | 'ANALYTICS' | 'PACING')[]",
  )
  t.match(files.get('client/models.ts'), "alertGroup: 'BIDS' | 'ANALYTICS' | 'PACING'")
  t.match(files.get('client/models.ts'), 'icon?: string')
})

t.test('parameters accept displayed names only if results display them', async t => {
  const files = await generate(
    yaml
      .replace('enum: [BIDS, ANALYTICS]', 'enum: [OTHER]')
      .replaceAll(/alertGroup: "(BIDS|ANALYTICS)"/g, 'alertGroup: "OTHER"'),
  )
  t.match(files.get('client/parameters.ts'), "readonly ('bids' | 'analytics')[]")
})

t.test('enums of responses are open unless the contract closes them', async t => {
  const open = yaml.replace(
    'enum: [BIDS, ANALYTICS], x-closed-enum: true',
    'enum: [BIDS, ANALYTICS]',
  )
  t.match((await generate(open)).get('client/models.ts'), "alertGroup: Open<'BIDS' | 'ANALYTICS'>")
})
