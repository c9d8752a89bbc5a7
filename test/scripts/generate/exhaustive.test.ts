/**
 * Whoever adds something to the contract is led to every place that it needs: by the generator, which refuses what lacks a part, and by the
 * compiler, which names the files. The sources are type-checked as they are, with a contract that says more, or less.
 */

import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  ContractError,
  readContract,
  type Json,
  type JsonObject,
} from '../../../scripts/generate/contract.ts'
import { generate } from '../../../scripts/generate/generate.ts'
import { typeCheck } from './type-check.ts'
import { repository } from '../../support/repository.ts'

type Change = (contract: JsonObject) => void

/** A change of the contract, and what the compiler says then, by file. */
interface Drill {
  what: string
  change: Change
  says: Record<string, RegExp>
}

// Aliases in YAML are the same object in several places: changes are made to a copy without them.
const json = JSON.stringify(readContract(readFileSync(`${repository}openapi.yaml`, 'utf8')))

function changed(changes: readonly Change[]): string {
  const contract = JSON.parse(json) as JsonObject
  for (const change of changes) change(contract)
  return JSON.stringify(contract)
}

/** What stands at a place of the contract. */
function at<Part extends Json = JsonObject>(contract: JsonObject, ...steps: string[]): Part {
  return steps.reduce<Json>((part, step) => (part as JsonObject)[step]!, contract) as Part
}

function operation(contract: JsonObject, path: string): JsonObject {
  return at(contract, 'paths', path, 'get')
}
function report(contract: JsonObject) {
  return at(operation(contract, '/v1/report'), 'x-columns')
}
function history(contract: JsonObject) {
  return at(operation(contract, '/v1/roas-history'), 'x-columns')
}

// Of every operation. With a default it is always there, without it may be missing.
const addParameter: Change = contract => {
  Object.keys(at(contract, 'paths')).forEach((path, index) => {
    const { parameters = [] } = operation(contract, path)
    const schema = index % 2 === 0 ? { type: 'boolean', default: false } : { type: 'boolean' }
    operation(contract, path)['parameters'] = [
      ...(parameters as Json[]),
      { name: 'wholeRange', in: 'query', schema },
    ]
  })
}

const addMetric: Change = contract => {
  at<Json[]>(contract, 'components', 'schemas', 'Metric', 'enum').push('retention')
}
const addMetricColumn: Change = contract => {
  report(contract)['retention_{roasType}_d{dsi}'] = {
    type: ['number', 'null'],
    'x-label': 'Retention',
    'x-unit': 'ratio',
  }
}
const addMetricToTools: Change = contract => {
  for (const tool of ['svc_get_report', 'svc_export_report']) {
    at<Json[]>(
      contract,
      'x-mcp-tools',
      tool,
      'arguments',
      'metrics',
      'schema',
      'items',
      'enum',
    ).push('retention')
  }
}

const addTool: Change = contract => {
  const tools = at(contract, 'x-mcp-tools')
  tools['svc_get_settings'] = tools['svc_get_profile']!
}

const addView: Change = contract => {
  at(contract, 'x-mcp-tools', 'svc_list_apps')['view'] = 'app-list'
}

// An endpoint without parameters.
function addToolOf(name: string, operationId: string): Change {
  return contract => {
    const tools = at(contract, 'x-mcp-tools')
    tools[name] = { ...(tools['svc_get_profile'] as JsonObject), operation: operationId }
  }
}

// Wherever there is a net one, as words are spelled there; its fields of recommendations are left out.
const addRevenueType: Change = contract => {
  const visit = (part: Json): void => {
    if (typeof part !== 'object' || part === null) return
    if (Array.isArray(part)) {
      if (part.includes('net') && part.includes('gross')) part.push('ads')
      if (part.includes('NET') && part.includes('GROSS')) part.push('ADS')
    }
    Object.values(part).forEach(visit)
  }
  visit(contract)
}

const TOTAL = { 'Total-Rows': { $ref: '#/components/headers/Total-Rows' } }
const APP = { $ref: '#/components/schemas/App' }
const LIST = { type: 'array', items: APP }

function addEndpoint(operationId: string, schema: Json, headers: JsonObject = {}): Change {
  return contract => {
    const { responses, ...rest } = operation(contract, '/v1/apps')
    const answer = {
      description: 'Something.',
      headers,
      content: { 'application/json': { schema } },
    }
    at(contract, 'paths')[`/v1/${operationId}`] = {
      get: { ...rest, operationId, responses: { ...(responses as JsonObject), '200': answer } },
    }
  }
}

function addFile(columns?: JsonObject): Change {
  return contract => {
    const { parameters: _, 'x-columns': __, ...rest } = operation(contract, '/v1/report')
    at(contract, 'paths')['/v1/spend'] = {
      get: { ...rest, operationId: 'getSpend', ...(columns && { 'x-columns': columns }) },
    }
  }
}

const addValue: Change = contract => {
  const parameters = operation(contract, '/v1/report')['parameters'] as JsonObject[]
  at<Json[]>(
    parameters.find(({ name }) => name === 'order')!,
    'schema',
    'enum',
  ).push('spend')
}

const addField: Change = contract => {
  const alert = at(contract, 'components', 'schemas', 'Alert')
  at(alert, 'properties')['severity'] = { type: 'integer' }
  at<Json[]>(alert, 'required').push('severity')
  const { content } = at(operation(contract, '/v1/alerts'), 'responses', '200')
  const alerts = at<JsonObject[]>(content as JsonObject, 'application/json', 'example')
  for (const example of alerts) example['severity'] = 1
}

const UNREAD = /Property 'wholeRange' is incompatible[^]*'never'/

const ADDED: Drill[] = [
  {
    what: 'a parameter that no handler reads',
    change: addParameter,
    says: {
      'server/answers/handlers/get-report.ts': UNREAD,
      'server/answers/handlers/get-alerts.ts': UNREAD,
      'server/answers/handlers/get-apps.ts': UNREAD,
      'server/answers/handlers/get-budget-plan.ts': UNREAD,
      'server/answers/handlers/get-overview.ts': UNREAD,
      'server/answers/handlers/get-pacing.ts': UNREAD,
      'server/answers/handlers/get-forecast-accuracy.ts': UNREAD,
      'server/answers/handlers/get-track-record.ts': UNREAD,
      'server/answers/handlers/list-events.ts': UNREAD,
      'server/answers/handlers/get-recommendations.ts': UNREAD,
      'server/answers/handlers/get-roas-history.ts': UNREAD,
      'server/answers/handlers/list-campaigns.ts': UNREAD,
      // The client's first parameter of an operation that had none.
      'mcp/tools/context.ts': /Expected 1-2 arguments/,
      'mcp/tools/refusal.ts': /Expected 1-2 arguments/,
      'mcp/tools/tool.ts': /Expected 1-2 arguments/,
      'server/web/page/data/use-overview.ts': /Expected 1-2 arguments/,
      'server/web/page/report/main.tsx': /Expected 1-2 arguments/,
    },
  },
  {
    what: 'a metric without a formula',
    change: contract =>
      [addMetric, addMetricColumn, addMetricToTools].forEach(change => change(contract)),
    says: {
      'server/answers/analytics/metrics.ts': /Property 'retention' is missing/,
      'server/core/formulas/sums.ts': /Property 'retention' is missing/,
    },
  },
  {
    what: 'a revenue type',
    change: addRevenueType,
    says: {
      'server/forecast/backtest/decisions.ts': /Property 'ads' is missing/,
      'server/forecast/write/cohorts.ts': /missing the following[^]*paid_ads/,
      'scripts/lab/studio/targets.ts': /Property 'ads' is missing/,
      'mcp/tools/get-recommendations.ts': /'"\w+AdsRoas"' is not assignable/,
    },
  },
  {
    what: 'a view without a page',
    change: addView,
    says: { 'server/http/tools/tool-endpoint.ts': /Property '"app-list"' is missing/ },
  },
  {
    what: 'an endpoint and its tool',
    change: contract =>
      [addEndpoint('getLimits', APP), addToolOf('svc_get_limits', 'getLimits')].forEach(change =>
        change(contract),
      ),
    says: {
      'server/answers/handlers/handlers.ts': /missing the following[^]*'Handlers': .*getLimits/,
      'mcp/tools/tools.ts': /svc_get_limits/,
    },
  },
  {
    what: 'a tool',
    change: addTool,
    says: { 'mcp/tools/tools.ts': /missing the following[^]*svc_get_settings/ },
  },
  {
    what: 'an endpoint that answers an object',
    change: addEndpoint('getSettings', APP),
    says: {
      'server/answers/handlers/handlers.ts': /missing the following[^]*'Handlers': .*getSettings/,
    },
  },
  {
    what: 'an endpoint that answers a list',
    change: addEndpoint('listGames', LIST, TOTAL),
    says: {
      'server/answers/handlers/handlers.ts': /missing the following[^]*'Handlers': .*listGames/,
    },
  },
  {
    what: 'an endpoint that answers a file, whose rows have no type',
    change: addFile({ spend: { type: 'number' } }),
    says: {
      'server/answers/handlers/handlers.ts': /missing the following[^]*'Handlers': .*getSpend/,
      'generated/client/operations.ts': /spend-row\.ts/,
      'generated/client/methods.ts': /spend-row\.ts/,
    },
  },
  {
    what: 'columns of files',
    change: contract => {
      report(contract)['currency'] = { type: 'string' }
      history(contract)['run_id'] = { type: 'integer' }
    },
    says: {
      'server/answers/analytics/report-columns.ts': /Property 'currency' is missing/,
      'client/src/report-row.ts': /Property 'currency' is missing/,
      'server/answers/analytics/roas-history.ts': /Property 'run_id' is missing/,
      'client/src/roas-history-row.ts': /Property 'run_id' is missing/,
    },
  },
  {
    what: 'a value of a parameter',
    change: addValue,
    says: { 'server/answers/handlers/get-report.ts': /Type '"spend"' is not assignable/ },
  },
  {
    what: 'a field of an answer',
    change: addField,
    says: {
      'server/answers/handlers/get-alerts.ts': /Property 'severity' is missing/,
    },
  },
]

const TAKEN: Drill[] = [
  {
    what: 'columns of files that the sources know',
    change: contract => {
      delete report(contract)['network']
      delete history(contract)['recommendation_id']
    },
    says: {
      'server/answers/analytics/report-columns.ts': /'network' does not exist/,
      'client/src/report-row.ts': /Types of property 'network' are incompatible/,
      'server/web/page/app/app-bar.tsx': /Property 'network' does not exist/,
      'server/answers/analytics/roas-history.ts': /'recommendation_id' does not exist/,
      'client/src/roas-history-row.ts': /does not satisfy the constraint/,
    },
  },
  {
    what: 'a whole-number column that becomes another',
    change: contract => {
      history(contract)['dsi'] = { type: 'string' }
    },
    says: {
      'client/src/roas-history-row.ts':
        /Types of property 'dsi' are incompatible[^]*'number' is not assignable to type 'string'/,
    },
  },
]

// Many changes at once: a check of all types takes seconds, and each change has its own messages.
for (const [name, drills] of [
  ['added', ADDED],
  ['taken away or changed', TAKEN],
] as const) {
  t.test(`${name}: the compiler names every place to change`, async t => {
    const errors = await typeCheck(await generate(changed(drills.map(({ change }) => change))))
    for (const { what, says } of drills) {
      for (const [path, message] of Object.entries(says))
        t.match(errors.get(path) ?? '', message, `${what}: ${path}`)
    }
    const places = [...new Set(drills.flatMap(({ says }) => Object.keys(says)))]
    t.strictSame([...errors.keys()].sort(), places.sort(), 'and no other', {
      found: Object.fromEntries(errors),
    })
  })
}

t.test('the generator refuses an incomplete contract', async t => {
  const refuses = async (changes: readonly Change[], ...problems: readonly string[]) => {
    const error = await generate(changed(changes)).then(
      () => null,
      (cause: unknown) => cause,
    )
    t.strictSame(error instanceof ContractError ? error.problems : error, problems)
  }
  const tools = ['svc_get_report', 'svc_export_report'].map(
    tool =>
      `#/x-mcp-tools/${tool}/arguments/metrics/schema/enum: lacks retention, which the parameter takes`,
  )
  await refuses(
    [addMetric],
    '#/paths/~1v1~1report/get/x-columns: the metric retention has no column: one named so, or retention_ and what it varies by',
    ...tools,
  )
  await refuses([addMetric, addMetricColumn], ...tools)
  await refuses(
    [
      contract => {
        at<Json[]>(contract, 'components', 'schemas', 'RevenueType', 'enum').push('ads')
      },
    ],
    ...[
      ['svc_get_report', 'revenueTypes'],
      ['svc_export_report', 'revenueTypes'],
      ['svc_get_roas_history', 'revenueType'],
    ].map(
      ([tool, argument]) =>
        `#/x-mcp-tools/${tool}/arguments/${argument}/schema/enum: lacks ads, which the parameter takes`,
    ),
  )
  await refuses(
    [
      contract => {
        at(contract, 'x-mcp-tools', 'svc_get_alerts', 'arguments', 'platforms')['leavesOut'] = [
          'WEB',
        ]
      },
    ],
    '#/x-mcp-tools/svc_get_alerts/arguments/platforms/leavesOut: web is not a word that only the parameter accepts',
  )
  const place = '#/paths/~1v1~1getSettings/get/responses/200'
  await refuses(
    [addEndpoint('getSettings', LIST)],
    `${place}/headers: a list needs the header Total-Rows`,
  )
  await refuses(
    [addEndpoint('getSettings', APP, TOTAL)],
    `${place}/headers/Total-Rows: only a list or a file has a total`,
  )
  await refuses(
    [addEndpoint('getSettings', { type: 'string' })],
    `${place}/content/application~1json/schema/type: must be array or object`,
  )
  await refuses([addFile()], '#/paths/~1v1~1spend/get/x-columns: a file needs columns')
  const columns = '#/paths/~1v1~1report/get/x-columns'
  await refuses(
    [
      contract => {
        report(contract)['Spend'] = { type: 'number' }
      },
    ],
    `${columns}/Spend: must be lower-case words, with what it varies by in braces: installs_{roasType}`,
  )
  await refuses(
    [
      contract => {
        report(contract)['period_days'] = { type: 'boolean' }
      },
    ],
    `${columns}/period_days/type: must be text, a date, a timestamp, an integer, or a number, alone or with null`,
  )
  await refuses(
    [
      contract => {
        operation(contract, '/v1/apps')['x-columns'] = { id: { type: 'integer' } }
      },
    ],
    '#/paths/~1v1~1apps/get/x-columns: only a file has columns',
  )
})
