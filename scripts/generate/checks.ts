import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { at, isObject, resolve, type Contract, type Json, type Problems } from './contract.ts'
import type { OperationModel, ParameterModel } from './model.ts'
import { columnKind, isList, kindOf, wordsOf } from './parameter-kinds.ts'

/** Checks that the text of a request can express its parameters, that rules name existing items, and that answers and columns have a supported form. */
export function checkOperations(
  contract: Contract,
  operations: readonly OperationModel[],
  problems: Problems,
): void {
  for (const operation of operations) {
    const before = problems.count
    for (const parameter of operation.parameters) checkForm(parameter, problems)
    if (problems.count === before) checkRules(operation, problems)
    checkAnswer(contract, operation, problems)
    checkColumns(operation, problems)
  }
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

function checkForm(parameter: ParameterModel, problems: Problems): void {
  const { schema, item, required, pointer } = parameter
  const { minimum, maximum } = item
  const list = isList(parameter)
  const kind = kindOf(item)
  const rules: [isSound: boolean, rule: string][] = [
    [
      parameter.in === 'query' || (required && !list),
      'a path parameter must be required and not a list',
    ],
    [!required || schema.default === undefined, 'a required parameter has no default'],
    [
      ['string', 'integer', 'number', 'boolean'].includes(String(item.type)),
      'must be text, a number or a boolean, or a list of one',
    ],
    [
      !list || Number(schema.minItems) >= 1,
      'a list needs a minItems of at least 1: an empty list cannot be written',
    ],
    [
      item.type === 'string' || (item.enum ?? item.const) === undefined,
      'enum and const are supported on text only',
    ],
    [kind !== 'choice' || !wordsOf(item).includes(''), 'only non-empty text can be listed'],
    [
      kind !== 'text' || item.pattern !== undefined || Number(item.minLength) >= 1,
      'text needs a minLength of at least 1, or a pattern',
    ],
    [
      kind !== 'integer' || Number(minimum) >= 0,
      'an integer needs a minimum of at least 0: plain digits have no sign',
    ],
    [
      kind !== 'number' || (minimum !== undefined && maximum !== undefined),
      'a number needs a minimum and a maximum',
    ],
    [
      [minimum, maximum].every(bound => Math.abs(Number(bound ?? 0)) <= Number.MAX_SAFE_INTEGER),
      'bounds must be exact numbers',
    ],
  ]
  for (const [isSound, rule] of rules) problems.expect(isSound, pointer, rule)
  problems.expect(
    schema.default === undefined ||
      ajv.validate(list ? { ...schema, items: item } : schema, schema.default),
    at(pointer, 'schema', 'default'),
    'does not satisfy its own schema',
  )
}

function checkRules({ path, parameters, exactlyOne }: OperationModel, problems: Problems): void {
  const query = parameters.filter(parameter => parameter.in === 'query')
  for (const parameter of parameters) checkRulesOf(parameter, query, problems)
  for (const name of exactlyOne)
    problems.expect(
      query.some(other => other.name === name && !other.required),
      at('#/paths', path, 'get', 'x-exactly-one-of'),
      `${name} is not an optional query parameter of the operation`,
    )
}

function checkRulesOf(
  parameter: ParameterModel,
  query: readonly ParameterModel[],
  problems: Problems,
): void {
  const { pointer, requires, notAfter, excludes, alone, fieldOf } = parameter
  const kind = kindOf(parameter.schema)
  const own = wordsIn(parameter)
  const expect = (isSound: boolean, keyword: string | string[], rule: string) =>
    problems.expect(isSound, at(pointer, ...[keyword].flat()), rule)
  const find = (keyword: string, name: string) => {
    const others = parameter.in === 'query' ? query.filter(other => other !== parameter) : []
    const other = others.find(candidate => candidate.name === name)
    expect(other !== undefined, keyword, `${name} is not another query parameter of the operation`)
    return other
  }
  const expectWords = (
    needs: Readonly<Record<string, Json[]>>,
    wordsOf: (other: ParameterModel) => Json[],
    keyword: string,
    ...steps: string[]
  ) => {
    for (const [name, words] of Object.entries(needs)) {
      const other = find(keyword, name)
      if (other === undefined) continue
      expect(
        Array.isArray(words) &&
          words.length > 0 &&
          words.every(word => wordsOf(other).includes(word)),
        [keyword, ...steps, name],
        `must list values that ${name} can have`,
      )
    }
  }
  const single = (other: ParameterModel) => (isList(other) ? [] : wordsIn(other))
  expectWords(parameter.onlyWith, single, 'x-only-with')
  expectWords(parameter.notWith, wordsIn, 'x-not-with')
  for (const [value, needs] of Object.entries(parameter.valueOnlyWith)) {
    expect(own.includes(value), ['x-value-only-with', value], 'is not a value of the parameter')
    expectWords(needs, single, 'x-value-only-with', value)
  }
  expect(
    fieldOf === undefined || (kind === 'text' && fieldOf.fields.length > 0),
    'x-field-of',
    'must be of text, and name a schema with fields',
  )
  expect(!parameter.dateRange || kind === 'text', 'x-date-range', 'must be of text')
  expect(alone === undefined || own.includes(alone), 'x-alone', 'must be a value of the parameter')
  if (requires !== undefined) find('x-requires', requires)
  if (excludes !== undefined) find('x-excludes', excludes)
  if (notAfter === undefined) return
  const other = find('x-not-after', notAfter)
  expect(
    kind === 'date' && (other === undefined || kindOf(other.schema) === 'date'),
    'x-not-after',
    'both must be dates',
  )
}

/** The values of a flag, a choice, or a list of a choice. */
function wordsIn({ schema, item }: ParameterModel): Json[] {
  if (schema.type === 'boolean') return [true, false]
  return kindOf(item) === 'choice' ? wordsOf(item) : []
}

const TOTAL = 'Total-Rows'

/** A JSON response with status 200 is a list with a total, or an object without one. */
function checkAnswer(
  contract: Contract,
  { path, answers, json }: OperationModel,
  problems: Problems,
): void {
  if (json === undefined) return
  const pointer = at('#/paths', path, 'get', 'responses', '200')
  const { type } = resolve(contract, json.schema, json.pointer)
  problems.expect(
    type === 'array' || type === 'object',
    at(json.pointer, 'type'),
    'must be array or object',
  )
  const { headers } = resolve(contract, { $ref: pointer }, pointer)
  const hasTotal = isObject(headers) && TOTAL in headers
  problems.expect(
    answers !== 'list' || hasTotal,
    at(pointer, 'headers'),
    `a list needs the header ${TOTAL}`,
  )
  problems.expect(
    answers !== 'object' || !hasTotal,
    at(pointer, 'headers', TOTAL),
    'only a list or a file has a total',
  )
}

/** Every file that requires a key declares its columns, and every metric has one. */
function checkColumns(operation: OperationModel, problems: Problems): void {
  const { columns, path, answers, security, parameters } = operation
  const pointer = at('#/paths', path, 'get', 'x-columns')
  problems.expect(answers === 'file' || columns.length === 0, pointer, 'only a file has columns')
  problems.expect(
    answers !== 'file' || security !== 'apiKey' || columns.length > 0,
    pointer,
    'a file needs columns',
  )
  for (const { name, schema } of columns)
    problems.expect(
      columnKind(schema) !== undefined,
      at(pointer, name, 'type'),
      'must be text, a date, a timestamp, an integer, or a number, alone or with null',
    )
  const metrics = parameters.find(({ name }) => name === 'metrics')
  for (const metric of metrics === undefined ? [] : wordsIn(metrics))
    problems.expect(
      columns.some(({ name }) => name === metric || name.startsWith(`${String(metric)}_`)),
      pointer,
      `the metric ${String(metric)} has no column: one named so, or ${String(metric)}_ and what it varies by`,
    )
}
