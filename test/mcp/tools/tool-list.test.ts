import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from '../../support/fast-check.ts'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import t from 'tap'
import { COLUMNS, METRICS } from '../../../generated/vocabulary/vocabulary.ts'
import { toolArguments, toolMappings, type ToolName } from '../../../generated/tools.ts'
import { inputSchemaOf } from '../../../mcp/tools/tool.ts'
import { INSTRUCTIONS, tools } from '../../../mcp/tools/tools.ts'
import { interpretArguments, parseArguments } from '../../../mcp/tools/arguments.ts'

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
addFormats.default(ajv)

/**
 * Per tool its arguments, with their defaults; * marks a required one. Those of the specification's tables come first; a default that some
 * apps refuse is in words only.
 */
const SPECIFIED = {
  svc_list_apps: {},
  svc_get_recommendations: {
    'appId*': null,
    granularity: 'campaign',
    countries: null,
    platforms: null,
    networks: null,
    detail: 'summary',
    limit: 100,
    campaigns: null,
    actions: null,
    statuses: null,
    minDailySpend: null,
    asOf: null,
    since: null,
    changed: false,
    sort: null,
    outcome: false,
    budgetPlan: null,
    trackRecordBy: 'PLATFORM',
    offset: 0,
  },
  svc_get_report: {
    'appId*': null,
    granularity: 'campaign',
    metrics: ['spend', 'installs', 'cpi'],
    roasTypes: ['PAID'],
    revenueTypes: ['GROSS'],
    dsiValues: null,
    startDate: null,
    endDate: null,
    countries: null,
    platforms: null,
    networks: null,
    campaigns: null,
    installGrouping: null,
    limit: 100,
    groupBy: null,
    partial: false,
    compare: null,
    explain: false,
    targets: false,
    sort: null,
    offset: 0,
  },
  svc_export_report: {
    'appId*': null,
    granularity: 'campaign',
    metrics: ['spend', 'installs', 'cpi'],
    roasTypes: ['PAID'],
    revenueTypes: ['GROSS'],
    dsiValues: null,
    startDate: null,
    endDate: null,
    countries: null,
    platforms: null,
    networks: null,
    campaigns: null,
    installGrouping: null,
    format: 'csv',
    csvSafe: false,
    csvBom: false,
    groupBy: null,
    partial: false,
    compare: null,
    explain: false,
    targets: false,
    sort: null,
  },
  svc_get_roas_history: {
    'appId*': null,
    granularity: 'app',
    dsi: null,
    roasType: null,
    revenueType: null,
    installGrouping: 'WEEKLY',
    startDate: null,
    endDate: null,
    countries: null,
    platforms: null,
    networks: null,
    campaigns: null,
    limit: 50,
    offset: 0,
    sort: null,
  },
  svc_get_alerts: {
    'appId*': null,
    alertGroups: null,
    countries: null,
    platforms: null,
    networks: null,
    campaigns: null,
    startDate: null,
    endDate: null,
    limit: 100,
    distinct: false,
    sort: null,
    detail: 'summary',
    offset: 0,
  },
  svc_get_profile: {},
}

t.test('the list has the seven tools with the specified arguments and defaults', async t => {
  const listed = tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => {
    const documented = inputSchemaOf(name as ToolName).properties as Record<
      string,
      { default?: unknown }
    >
    const named = Object.entries(properties as Record<string, { description: string }>).map(
      ([argument, { description }]) => {
        const preset = documented[argument]!.default ?? null
        // Models need no words for false and 0.
        if (preset)
          t.match(description, `Default ${[preset].flat().join(', ')}.`, `${name}.${argument}`)
        return [required.includes(argument) ? `${argument}*` : argument, preset]
      },
    )
    return [name, Object.fromEntries(named)]
  })
  t.strictSame(Object.fromEntries(listed), SPECIFIED)
})

t.test('dsiValues is read with every metric that has a column per DSI', async t => {
  const perDsi = METRICS.filter(metric => (COLUMNS[metric].by as readonly string[]).includes('dsi'))
  for (const name of ['svc_get_report', 'svc_export_report'] as const) {
    t.strictSame(toolArguments[name].onlyFor?.['dsiValues']?.['metrics'], perDsi)
    const { description } = inputSchemaOf(name).properties!['dsiValues'] as { description: string }
    for (const metric of perDsi) t.match(description, new RegExp(`\\b${metric}\\b`))
  }
})

t.test('every tool is read-only and states its purpose', async t => {
  for (const { name, title, description, annotations } of tools) {
    t.match(
      annotations,
      { title, readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      name,
    )
    t.ok(title.length > 3 && description.length > 100, name)
  }
})

t.test(
  'the list costs at most 8,700 tokens, and the instructions have at most 2,000 characters',
  async t => {
    const listed = tools.map(({ call: _, ...tool }) => tool)
    const tokens = countTokens(JSON.stringify({ tools: listed }))
    t.ok(tokens <= 8_700, `${tokens} tokens`)
    // Hosts show a model neither output schemas nor annotations.
    const seen = tools.map(({ name, description, inputSchema }) =>
      countTokens(JSON.stringify({ name, description, inputSchema })),
    )
    const seenTokens = seen.reduce((sum, one) => sum + one, 0)
    t.ok(seenTokens < 5_400, `${seenTokens} tokens that a model sees`)
    t.ok(INSTRUCTIONS.length <= 2000)
    for (const word of ['spend', 'installs', 'CPI', 'LTV', 'ROAS', 'forecast', 'bids', 'alerts'])
      t.match(INSTRUCTIONS, word)
  },
)

/** A schema of the list, with its address. */
interface Listed {
  at: string
  schema: Record<string, unknown>
}

function* walk(at: string, schema: Record<string, unknown>): Iterable<Listed> {
  yield { at, schema }
  const {
    properties = {},
    items,
    anyOf = [],
    additionalProperties,
  } = schema as Record<string, Record<string, unknown>>
  const parts = { ...properties, items, additionalProperties, ...anyOf } as Record<string, unknown>
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'object') yield* walk(`${at}/${name}`, part as Record<string, unknown>)
  }
}

t.test(
  'schemas have one type, closed objects, and only keywords that every model takes',
  async t => {
    for (const { name, description, inputSchema, outputSchema } of tools) {
      t.ok(description.length <= 1024, name)
      for (const schema of [inputSchema, outputSchema]) {
        t.ok(ajv.validateSchema(schema), name)
        t.equal(schema.type, 'object')
      }
      for (const { at, schema } of walk(name, inputSchema)) {
        const {
          type,
          description = '',
          properties,
        } = schema as { type: string; description?: string; properties?: object }
        const known = [
          'type',
          'description',
          'enum',
          'items',
          'properties',
          'required',
          'additionalProperties',
        ]
        t.strictSame(
          Object.keys(schema).filter(keyword => !known.includes(keyword)),
          [],
          at,
        )
        t.type(type, 'string', at)
        t.ok(description.length <= 1024, at)
        t.equal(schema['additionalProperties'], type === 'object' ? false : undefined, at)
        t.equal(type === 'array', 'items' in schema, at)
        for (const [argument, field] of Object.entries(properties ?? {})) {
          t.type((field as { description?: string }).description, 'string', `${at}/${argument}`)
        }
      }
      for (const { at, schema } of walk(name, outputSchema)) {
        const known = [
          'type',
          'description',
          'enum',
          'items',
          'properties',
          'required',
          'additionalProperties',
          'anyOf',
        ]
        t.strictSame(
          Object.keys(schema).filter(keyword => !known.includes(keyword)),
          [],
          at,
        )
        t.type(schema['type'], 'anyOf' in schema ? 'undefined' : 'string', at)
        if ('properties' in schema) t.equal(schema['additionalProperties'], false, at)
      }
    }
  },
)

t.test('WEB is accepted on alerts only', async t => {
  for (const { name, inputSchema } of tools) {
    const platforms = inputSchema.properties?.['platforms'] as
      { items: { enum: string[] } } | undefined
    if (platforms)
      t.strictSame(
        platforms.items.enum,
        name === 'svc_get_alerts' ? ['IOS', 'ANDROID', 'WEB'] : ['IOS', 'ANDROID'],
      )
  }
})

/** Values of every kind around those of a schema. */
function arbitraryArgument(schema: Record<string, unknown>): fc.Arbitrary<unknown> {
  const { type, items, format, pattern } = schema
  const {
    enum: words,
    minimum = 0,
    maximum = 50,
  } = schema as { enum?: string[]; minimum?: number; maximum?: number }
  // Fields of an object have rules that its schema does not say.
  const object = type === 'object' ? [] : [{}]
  const wrong = fc.constantFrom<unknown>(
    null,
    true,
    1.5,
    -1,
    '',
    'ios',
    'x',
    [],
    '2026-02-30',
    501,
    '1',
    1e300,
    ...object,
  )
  if (type === 'array') {
    const item = arbitraryArgument(items as Record<string, unknown>)
    return fc.oneof(
      { weight: 6, arbitrary: fc.array(item, { maxLength: 7 }) },
      { weight: 1, arbitrary: wrong },
    )
  }
  const right = words
    ? fc.constantFrom(...words)
    : type === 'boolean'
      ? fc.boolean()
      : type === 'integer'
        ? fc.integer({ min: minimum - 1, max: Math.min(maximum + 1, Number.MAX_SAFE_INTEGER) })
        : format === 'date'
          ? fc.constantFrom('2026-02-28', '2024-02-29', '2026-12-31')
          : pattern
            ? fc.constantFrom('US', 'Unknown', 'GLOBAL', 'us')
            : fc.string({ maxLength: 5, unit: 'grapheme' })
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong })
}

t.test('arguments are checked as documented, and the list allows what is documented', async t => {
  let [accepted, refused] = [0, 0]
  for (const name of Object.keys(toolArguments) as ToolName[]) {
    const documented = inputSchemaOf(name)
    const promised = ajv.compile(documented)
    const listed = ajv.compile(tools.find(tool => tool.name === name)!.inputSchema)
    const { properties = {} } = documented
    const known = Object.entries(properties).map(
      ([argument, schema]) =>
        [argument, arbitraryArgument(schema as Record<string, unknown>)] as const,
    )
    const values = fc.record({ ...Object.fromEntries(known), nonsense: fc.constant<unknown>(1) })
    // Mostly few arguments, so that all of them are right now and then.
    const some = values.chain(all =>
      fc.subarray(Object.entries(all)).map(entries => Object.fromEntries(entries)),
    )
    fc.assert(
      fc.property(some, raw => {
        const { arguments: schemas } = toolArguments[name]
        const { args: values, interpreted } = interpretArguments(raw, documented, '2026-03-20')
        const parsed = parseArguments(values, { arguments: schemas, rules: [] })
        // Null is an argument that is not given.
        const sent = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
        const right = promised(sent)
        if ('faults' in parsed) refused++
        else accepted++
        const isListed = !right || listed(sent)
        // What the documentation does not promise is refused, or understood and said back.
        return (
          isListed &&
          (right ? 'values' in parsed : 'faults' in parsed || Object.keys(interpreted).length > 0)
        )
      }),
      { numRuns: 400 },
    )
  }
  t.ok(accepted > 100 && refused > 500, `${accepted} accepted, ${refused} refused`)
})

t.test("every argument except the tool's own becomes a parameter", async t => {
  const own = Object.entries(toolMappings).flatMap(([tool, { arguments: all }]) =>
    Object.entries(all as Record<string, { own?: true }>).flatMap(([name, mapping]) =>
      mapping.own ? [`${tool}.${name}`] : [],
    ),
  )
  t.strictSame(own, [
    'svc_get_recommendations.budgetPlan',
    'svc_get_recommendations.trackRecordBy',
    'svc_get_recommendations.detail',
    'svc_get_recommendations.limit',
    'svc_get_recommendations.offset',
    'svc_get_alerts.detail',
    'svc_get_alerts.limit',
    'svc_get_alerts.offset',
  ])
})
