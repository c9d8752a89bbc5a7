import { readFile } from 'node:fs/promises'
import t from 'tap'
import { checkContract } from '../../../scripts/generate/check-contract.ts'
import { checkTools } from '../../../scripts/generate/check-tools.ts'
import {
  ContractError,
  Problems,
  readContract,
  type JsonObject,
} from '../../../scripts/generate/contract.ts'
import { readOperations } from '../../../scripts/generate/model.ts'
import { readTools } from '../../../scripts/generate/tool-model.ts'
import { toolsSource } from '../../../scripts/generate/tools.ts'
import { repository } from '../../support/repository.ts'

const yaml = await readFile(`${repository}openapi.yaml`, 'utf8')

/** What is found wrong when the tool `svc_get_report` is changed. */
async function problemsOf(change: (tool: Tool) => void): Promise<readonly string[]> {
  // Aliases of YAML are the same object in several places: a copy without them.
  const contract = readContract(JSON.stringify(readContract(yaml)))
  change((contract['x-mcp-tools'] as Record<string, Tool>)['svc_get_report']!)
  try {
    await checkContract(JSON.stringify(contract))
    return []
  } catch (error) {
    if (error instanceof ContractError) return error.problems
    throw error
  }
}

type Tool = JsonObject & {
  fixed: JsonObject
  arguments: Record<string, JsonObject & { schema: JsonObject }>
  output: JsonObject & { properties: JsonObject }
}

t.test("the contract's own tools are valid", async t => {
  t.strictSame(await problemsOf(() => {}), [])
})

t.test('unsupported features of tools are reported with their path', async t => {
  const place = '#/x-mcp-tools/svc_get_report'
  const cases: { given: (tool: Tool) => void; want: string }[] = [
    {
      given: tool => {
        delete tool.arguments['networks']!['parameter']
      },
      want: `${place}/arguments/networks: needs either a parameter or own: true`,
    },
    {
      given: tool => {
        tool.arguments['networks']!['own'] = true
      },
      want: `${place}/arguments/networks: needs either a parameter or own: true`,
    },
    {
      given: tool => {
        tool.arguments['networks']!['parameter'] = 'network'
      },
      want: `${place}/arguments/networks/parameter: is not a parameter of the operation`,
    },
    {
      given: tool => {
        tool.arguments['networks']!['parameter'] = 'campaigns'
      },
      want: `${place}: the parameter campaigns is given twice`,
    },
    {
      given: tool => {
        delete tool.arguments['appId']
      },
      want: `${place}: no argument gives the parameter appId, which is required`,
    },
    {
      given: tool => {
        tool.arguments['appId']!['required'] = false
      },
      want: `${place}/arguments/appId: its parameter is required: require the argument, or give it a default`,
    },
    {
      given: tool => {
        Object.assign(tool.arguments['limit']!['schema'] as object, { maximum: 400 })
      },
      want: `${place}/arguments/limit/schema/maximum: must be that of the parameter`,
    },
    {
      given: tool => {
        delete tool.arguments['roasTypes']!['spelling']
      },
      want: `${place}/arguments/roasTypes/schema/enum: must list words that the parameter takes`,
    },
    {
      given: tool => {
        tool.arguments['roasTypes']!['spelling'] = 'upper'
      },
      want: `${place}/arguments/roasTypes/spelling: \`spelling\` can be one of the following only: "lower".`,
    },
    {
      given: tool => {
        tool.arguments['limit']!.schema['multipleOf'] = 5
      },
      want: `${place}/arguments/limit/schema/multipleOf: Property \`multipleOf\` is not expected here.`,
    },
    {
      given: tool => {
        tool.arguments['limit']!['hidden'] = true
      },
      want: `${place}/arguments/limit/hidden: Property \`hidden\` is not expected here.`,
    },
    {
      given: tool => {
        tool.fixed['color'] = 'red'
      },
      want: `${place}/fixed/color: is not a parameter of the operation`,
    },
    {
      given: tool => {
        tool.arguments['limit']!['replaces'] = 'campaigns'
      },
      want: `${place}/arguments/limit/replaces: is not a fixed parameter`,
    },
    {
      given: tool => {
        tool.arguments['dsiValues']!['onlyFor'] = { metrics: ['clicks'] }
      },
      want: `${place}/arguments/dsiValues/onlyFor/metrics: must list words that another argument takes`,
    },
    {
      given: tool => {
        tool['operation'] = 'getReports'
      },
      want: `${place}/operation: is not an operation in the contract`,
    },
    {
      given: tool => {
        tool['description'] = ''
      },
      want: `${place}/description: must be text of at most 1024 characters`,
    },
    {
      given: tool => {
        tool['description'] = 'long '.repeat(205)
      },
      want: `${place}/description: must be text of at most 1024 characters`,
    },
    {
      given: tool => {
        tool.arguments['limit']!.schema['description'] = 'long '.repeat(205)
      },
      want: `${place}/arguments/limit/schema/description: must be text of at most 1024 characters`,
    },
    {
      given: tool => {
        delete tool['title']
      },
      want: `${place}: The field \`title\` must be present on this level.`,
    },
    {
      given: tool => {
        tool.arguments['limit']!['leavesOut'] = ['all']
      },
      want: `${place}/arguments/limit/leavesOut: all is not a word that only the parameter accepts`,
    },
    {
      given: tool => {
        tool['meta'] = {}
      },
      want: `${place}/meta: Property \`meta\` is not expected here.`,
    },
    {
      given: tool => {
        tool.output['required'] = ['cells']
      },
      want: `${place}/output/required/0: Required property 'cells' is undefined.`,
    },
    {
      given: tool => {
        tool.output.properties['rows'] = { type: 'list' }
      },
      want: `${place}/output/properties/rows/type: \`type\` can be one of the following only: "object", "array", "string", "number", "integer", "boolean", "null".`,
    },
  ]
  for (const { given, want } of cases) {
    const problems = await problemsOf(given)
    t.ok(problems.includes(want), want, { problems })
  }
})

t.test(
  "rules between parameters apply to the mapped arguments, in the arguments' words",
  async t => {
    const contract = readContract(`
paths:
  /v1/things:
    get:
      operationId: listThings
      parameters:
        - { name: day, in: query, schema: { type: string, format: date }, x-only-with: { size: [big, huge] }, x-not-after: until }
        - { name: until, in: query, schema: { type: string, format: date }, x-requires: day }
        - { name: size, in: query, schema: { type: string, enum: [small, big, huge] } }
        - { name: color, in: query, schema: { type: string, minLength: 1 }, x-only-with: { shape: [round] } }
        - { name: shape, in: query, schema: { type: string, enum: [round] }, x-excludes: size }
        - { name: order, in: query, schema: { type: string, enum: [up, down] } }
        - { name: page, in: query, schema: { type: integer, minimum: 0 }, x-requires: limit }
        - { name: limit, in: query, schema: { type: integer, minimum: 1 } }
        - name: by
          in: query
          x-alone: none
          x-value-only-with: { day: { size: [big], shape: [round] } }
          x-excludes: color
          style: form
          explode: false
          schema: { type: array, items: { type: string, enum: [day, none] }, minItems: 1, uniqueItems: true }
      responses: { '200': { content: { application/json: { schema: { type: array, items: { type: string } } } } } }
x-mcp-tools:
  svc_list_things:
    title: Things
    description: Lists things.
    operation: listThings
    fixed: { order: up }
    arguments:
      from: { parameter: day, schema: { type: string, format: date } }
      to: { parameter: until, schema: { type: string, format: date } }
      size: { parameter: size, spelling: lower, schema: { type: string, enum: [SMALL, BIG, HUGE] } }
      color: { parameter: color, replaces: order, schema: { type: string, minLength: 1 } }
      shape: { parameter: shape, schema: { type: string, enum: [round] } }
      page: { parameter: page, schema: { type: integer, minimum: 0 } }
      limit: { parameter: limit, schema: { type: integer, minimum: 1, default: 10 } }
      kinds: { own: true, schema: { type: array, minItems: 1, items: { type: string, enum: [a, b] } } }
      depth: { own: true, onlyFor: { kinds: [b] }, schema: { type: integer, minimum: 0 } }
      splitBy: { parameter: by, spelling: lower, schema: { type: array, items: { type: string, enum: [DAY, NONE] }, minItems: 1, uniqueItems: true } }
    output:
      type: object
      required: [things]
      properties: { things: { type: array, items: { type: [string, 'null'] } }, more: { type: boolean } }
`)
    const operations = readOperations(contract)
    const problems = new Problems()
    checkTools(contract, operations, problems)
    problems.raise()
    const source = toolsSource(readTools(contract, operations)).replace(/\s+/g, ' ')
    const rules = [
      "onlyWith('from', 'size', ['BIG', 'HUGE'])",
      "notAfter('from', 'to')",
      "requires('to', 'from')",
      "onlyWith('color', 'shape', ['round'])",
      "excludes('shape', 'size')",
      "valueOnlyWith('splitBy', 'DAY', 'size', ['BIG'])",
      "valueOnlyWith('splitBy', 'DAY', 'shape', ['round'])",
      "alone('splitBy', 'NONE')",
      "excludes('splitBy', 'color')",
    ]
    // What has a default is never missing.
    t.match(source, `rules: [ ${rules.join(', ')} ]`)
    t.match(source, "onlyFor: { depth: { kinds: ['b'] } }")
    t.match(source, "color: { parameter: 'color', replaces: 'order' }")
    t.match(source, "size?: 'SMALL' | 'BIG' | 'HUGE'")
    t.match(source, 'things: readonly (string | null)[] more?: boolean')
    t.match(source, "size: { parameter: 'size', spelling: 'lower' }")
  },
)
