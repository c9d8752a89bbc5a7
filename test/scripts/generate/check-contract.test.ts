import t from 'tap'
import { checkContract } from '../../../scripts/generate/check-contract.ts'
import { ContractError, type Json, type JsonObject } from '../../../scripts/generate/contract.ts'
import { generate } from '../../../scripts/generate/generate.ts'
import { handmade, written } from './handmade.ts'

const THINGS = '#/paths/~1things~1{shelf}/get'
const CONTENT = `${THINGS}/responses/200/content`
const THING = '#/components/schemas/Thing'

/** Where the reader of a contract is sent after one change to a good one: the value at a place is set, or added. */
async function problems(place: string, value: Json): Promise<readonly string[]> {
  const contract = handmade()
  const steps = place
    .slice(2)
    .split('/')
    .map(step => step.replaceAll('~1', '/'))
  const last = steps.pop()!
  const holder = steps.reduce<Json>(
    (part, step) => (part as JsonObject)[step]!,
    contract,
  ) as JsonObject
  holder[last] = value
  try {
    await checkContract(written(contract))
    return []
  } catch (error) {
    if (error instanceof ContractError) return error.problems
    throw error
  }
}

t.test('a supported contract passes', async t => {
  await t.resolves(checkContract(written(handmade())))
})

t.test('every unsupported keyword stops the generator with its path', async t => {
  const anywhere = [
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    'if',
    'nullable',
    'readOnly',
    '$defs',
    'x-other',
  ]
  const inSchema: Record<string, readonly string[]> = {
    [`${THING}/properties/id`]: [
      ...anywhere,
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
      'minLength',
      'pattern',
    ],
    [`${THING}/properties/name`]: [...anywhere, 'contentEncoding', 'minimum', 'items'],
    [`${THING}/properties/maybe`]: [...anywhere, 'minLength'],
    [`${THING}/properties/tags`]: [
      ...anywhere,
      'contains',
      'prefixItems',
      'unevaluatedItems',
      'properties',
    ],
    [THING]: [
      ...anywhere,
      'patternProperties',
      'minProperties',
      'propertyNames',
      'dependentRequired',
      'discriminator',
    ],
    [`${THINGS}/parameters/0/schema`]: [...anywhere, 'multipleOf', 'pattern'],
    [`${THINGS}/parameters/9/schema/items`]: [...anywhere, 'minimum'],
    [`${THINGS}/responses/200/headers/Total/schema`]: [...anywhere],
    ['#/paths/~1file/get/responses/200/content/text~1csv/schema']: [...anywhere],
  }
  const elsewhere: Record<string, readonly string[]> = {
    '#': ['webhooks', 'externalDocs', 'jsonSchemaDialect', 'x-other'],
    '#/paths/~1file': ['post', 'put', 'delete', 'head', 'parameters', 'servers', 'summary', '$ref'],
    [THINGS]: ['requestBody', 'callbacks', 'deprecated', 'servers', 'x-other'],
    [`${THINGS}/parameters/1`]: [
      'allowEmptyValue',
      'allowReserved',
      'content',
      'deprecated',
      'x-other',
    ],
    [`${THINGS}/responses/200`]: ['links', 'x-other'],
    [`${THINGS}/responses/200/content/application~1json`]: ['encoding'],
    [`${THINGS}/responses/200/headers/Total`]: ['style', 'deprecated'],
  }
  for (const [place, keywords] of Object.entries({ ...inSchema, ...elsewhere })) {
    for (const keyword of keywords) {
      const reported = await problems(`${place}/${keyword}`, keyword.endsWith('Of') ? [] : {})
      t.ok(
        reported.some(
          problem =>
            problem === `${place}/${keyword}: Property \`${keyword}\` is not expected here.` ||
            problem === `${place}/${keyword}: The field \`${keyword}\` is not allowed here.`,
        ),
        `${keyword}: ${reported.join('; ')}`,
      )
    }
  }
})

t.test('every unsupported value stops the generator with its path', async t => {
  const parameter = (index: number, rest: string) => `${THINGS}/parameters/${index}/${rest}`
  const cases: [place: string, value: Json, where: string, why: RegExp][] = [
    [
      `${THING}/properties/id/type`,
      'file',
      `${THING}/properties/id/type`,
      /can be one of the following only: "object"/,
    ],
    [`${THING}/properties/day/format`, 'time', `${THING}/properties/day/format`, /can be one of/],
    [`${THING}/properties/name/x-extensible-enum`, ['a', 'b'], '', /^$/],
    [
      `${THING}/properties/id/x-extensible-enum`,
      ['a'],
      `${THING}/properties/id/x-extensible-enum`,
      /not allowed/,
    ],
    [`${THING}/additionalProperties`, true, `${THING}/additionalProperties`, /false/],
    [`${THING}/required`, ['nothing'], `${THING}/required`, /'nothing' is undefined/],
    [
      `${THING}/properties/inner`,
      { $ref: '#/components/schemas/Thing' },
      `${THING}/properties/inner`,
      /A recursive schema/,
    ],
    [
      `${THING}/properties/inner`,
      { $ref: '#/components/schemas/None' },
      `${THING}/properties/inner`,
      /Can't resolve \$ref/,
    ],
    [
      `${THING}/properties/inner`,
      { $ref: 'other.yaml#/A' },
      `${THING}/properties/inner`,
      /Can't resolve \$ref/,
    ],
    [
      `${THING}/properties/kind/minLength`,
      1,
      `${THING}/properties/kind`,
      /`minLength` is not supported beside/,
    ],
    ['#/components/schemas/other', {}, '#/components/schemas/other', /capital/],
    [parameter(0, 'in'), 'header', parameter(0, 'in'), /only: "query", "path"/],
    [parameter(0, 'required'), false, `${THINGS}/parameters/0`, /must be required/],
    [parameter(0, 'schema/minimum'), -1, `${THINGS}/parameters/0`, /at least 0/],
    [parameter(0, 'schema/maximum'), 1e300, `${THINGS}/parameters/0`, /exact/],
    [
      parameter(0, 'schema'),
      { type: 'number' },
      `${THINGS}/parameters/0`,
      /a minimum and a maximum/,
    ],
    [
      parameter(0, 'schema'),
      { type: 'float' },
      parameter(0, 'schema/type'),
      /can be one of the following only: "object"/,
    ],
    [
      parameter(0, 'schema'),
      { type: ['integer', 'null'] },
      `${THINGS}/parameters/0`,
      /must be text/,
    ],
    [parameter(1, 'style'), 'form', `${THINGS}/parameters/1`, /only lists/],
    [
      parameter(1, 'schema'),
      { type: 'string', enum: ['a'], default: 'b' },
      parameter(1, 'schema/default'),
      /own schema/,
    ],
    [parameter(1, 'required'), true, '', /^$/],
    [parameter(3, 'schema'), { type: 'string' }, `${THINGS}/parameters/3`, /minLength/],
    [parameter(5, 'x-not-after'), 'open', parameter(5, 'x-not-after'), /dates/],
    [
      parameter(5, 'x-not-after'),
      'from',
      parameter(5, 'x-not-after'),
      /not another query parameter/,
    ],
    [
      parameter(6, 'x-requires'),
      'shelf',
      parameter(6, 'x-requires'),
      /not another query parameter/,
    ],
    [parameter(7, 'required'), true, `${THINGS}/parameters/7`, /no default/],
    [
      parameter(8, 'x-only-with'),
      { none: ['a'] },
      parameter(8, 'x-only-with'),
      /none is not another query parameter/,
    ],
    [
      parameter(8, 'x-only-with'),
      { kind: ['tall'] },
      parameter(8, 'x-only-with/kind'),
      /values that kind can have/,
    ],
    [
      parameter(8, 'x-only-with'),
      { names: ['a'] },
      parameter(8, 'x-only-with/names'),
      /values that names can have/,
    ],
    [parameter(3, 'x-excludes'), 'kind', '', /^$/],
    [
      parameter(3, 'x-excludes'),
      'none',
      parameter(3, 'x-excludes'),
      /none is not another query parameter/,
    ],
    [
      parameter(3, 'x-excludes'),
      'short',
      parameter(3, 'x-excludes'),
      /short is not another query parameter/,
    ],
    [
      parameter(3, 'x-excludes'),
      'shelf',
      parameter(3, 'x-excludes'),
      /shelf is not another query parameter/,
    ],
    [parameter(1, 'x-alone'), 'small', '', /^$/],
    [parameter(1, 'x-alone'), 'tall', parameter(1, 'x-alone'), /must be a value of the parameter/],
    [parameter(9, 'x-alone'), 'a', parameter(9, 'x-alone'), /must be a value of the parameter/],
    [parameter(1, 'x-value-only-with'), { big: { open: [true] } }, '', /^$/],
    [
      parameter(1, 'x-value-only-with'),
      { tall: { open: [true] } },
      parameter(1, 'x-value-only-with/tall'),
      /is not a value of the parameter/,
    ],
    [
      parameter(1, 'x-value-only-with'),
      { big: { none: ['a'] } },
      parameter(1, 'x-value-only-with'),
      /none is not another query parameter/,
    ],
    [
      parameter(1, 'x-value-only-with'),
      { big: { open: ['a'] } },
      parameter(1, 'x-value-only-with/big/open'),
      /values that open can have/,
    ],
    [parameter(7, 'x-not-with'), { kind: ['big'] }, '', /^$/],
    [
      parameter(7, 'x-not-with'),
      { kind: ['tall'] },
      parameter(7, 'x-not-with/kind'),
      /values that kind can have/,
    ],
    [
      parameter(7, 'x-not-with'),
      { none: ['a'] },
      parameter(7, 'x-not-with'),
      /none is not another query parameter/,
    ],
    [parameter(3, 'x-date-range'), true, '', /^$/],
    [parameter(5, 'x-date-range'), true, parameter(5, 'x-date-range'), /must be of text/],
    [parameter(3, 'x-field-of'), 'Thing', '', /^$/],
    [parameter(3, 'x-field-of'), 'Kind', parameter(3, 'x-field-of'), /a schema with fields/],
    [parameter(1, 'x-field-of'), 'Thing', parameter(1, 'x-field-of'), /must be of text/],
    [parameter(8, 'explode'), true, `${THINGS}/parameters/8`, /explode: false/],
    [parameter(8, 'schema/minItems'), 0, `${THINGS}/parameters/8`, /at least 1/],
    [parameter(8, 'schema/default'), [2, 9], parameter(8, 'schema/default'), /own schema/],
    [
      `${CONTENT}/text~1plain`,
      { schema: { type: 'string' } },
      `${CONTENT}/text~1plain`,
      /not expected/,
    ],
    [
      '#/paths/~1file/get/x-columns',
      { 'd{dsi': { type: 'integer' } },
      '#/paths/~1file/get/x-columns/d{dsi',
      /lower-case words/,
    ],
    [`${THINGS}/x-exactly-one-of`, ['from', 'kind'], '', /^$/],
    [
      `${THINGS}/x-exactly-one-of`,
      ['from', 'shelf'],
      `${THINGS}/x-exactly-one-of`,
      /shelf is not an optional query parameter/,
    ],
    ['#/x-mcp-tools', { get_things: {} }, '#/x-mcp-tools/get_things', /must be named svc_/],
  ]
  for (const [place, value, where, why] of cases) {
    const reported = await problems(place, value)
    if (where === '') t.strictSame(reported, [], place)
    else
      t.ok(
        reported.some(problem => problem.includes(where) && why.test(problem)),
        `${place}: ${reported.join('; ')}`,
      )
  }
})

t.test('all problems are in one message', async t => {
  const contract = handmade()
  const paths = contract.paths as Record<string, JsonObject>
  paths['/file']!.post = {}
  contract.webhooks = {}
  const message = /#\/webhooks: [^]*#\/paths\/~1file\/post: /
  await t.rejects(generate(written(contract)), { name: 'ContractError', message })
})
