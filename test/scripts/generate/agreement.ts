/** Laws that hold generated joi against Ajv, for any contract. */

import assert from 'node:assert/strict'
import fc from '../../support/fast-check.ts'
import type Joi from 'joi'
import type { Contract, Json, JsonObject } from '../../../scripts/generate/contract.ts'
import { readOperations, type ParameterModel } from '../../../scripts/generate/model.ts'
import { formatList } from '../../support/format-list.ts'
import type { RequestSchema } from '../../../server/core/checks/parameters.ts'
import { compile } from './ajv.ts'
import { inlineReferences } from './inline.ts'
import { mutated, valid } from './values.ts'

interface Test {
  ok: (value: unknown, message: string) => unknown
  pass: (message: string) => unknown
}

/** Every JSON answer: joi takes a body, and leaves it as it is, exactly when Ajv takes it. */
export function holdResponses(
  t: Test,
  contract: Contract,
  responses: Record<string, Joi.AnySchema>,
): void {
  for (const { operationId, json } of readOperations(contract)) {
    if (json === undefined) continue
    const schema = inlineReferences(contract, json.schema) as JsonObject
    const judge = compile(schema)
    const joi = responses[operationId]!
    const verdicts = { true: 0, false: 0 }
    fc.assert(
      fc.property(fc.oneof(valid(schema), mutated(valid(schema))), body => {
        const { error, value } = joi.validate(body)
        const accepted = error === undefined
        verdicts[`${accepted}`]++
        const verdict = judge(body)
        assert.equal(
          accepted,
          verdict,
          `joi: ${error?.message ?? 'fine'}; ajv: ${JSON.stringify(judge.errors)}`,
        )
        if (accepted) assert.equal(JSON.stringify(value), JSON.stringify(body))
      }),
      { numRuns: 600 },
    )
    t.ok(verdicts.true > 50 && verdicts.false > 50, `${operationId}: both verdicts were reached`)
    t.ok(joi.validate(undefined).error, `${operationId}: a missing body is not a response`)
  }
}

/** Every parameter: the text of a value is read exactly when Ajv takes the value, and gives it back. */
export function holdRequests(
  t: Test,
  contract: Contract,
  requests: Record<string, RequestSchema>,
): void {
  for (const { operationId, parameters } of readOperations(contract)) {
    for (const parameter of parameters) {
      const joi = requests[operationId]![parameter.in].schema.extract(parameter.name)
      const judge = compile(schemaOf(contract, parameter))
      const place = `${operationId} ${parameter.name}`
      fc.assert(
        fc.property(candidates(contract, parameter), value => {
          const text = write(value)
          const { error, value: read } = joi.validate(text)
          const accepted = error === undefined
          const verdict = judge(value)
          const why = `${place}: ${text}: joi: ${error?.message ?? 'fine'}; ajv: ${JSON.stringify(judge.errors)}`
          assert.equal(accepted, verdict, why)
          if (accepted) assert.deepEqual(read, value === 0 ? 0 : value)
        }),
        { numRuns: 300 },
      )
      fc.assert(
        fc.property(scribbles(contract, parameter), text => {
          const { error, value: read } = joi.validate(text)
          if (error !== undefined) return
          assert.ok(
            judge(read),
            `${place}: ${text} was read as ${JSON.stringify(read)}, which Ajv refuses`,
          )
          const again = write(read as Json)
          // A decimal number may have more digits than its double.
          if (!Array.isArray(read) && typeof read !== 'number')
            assert.equal(again, text, 'a value is written in one way only')
          if (!again.includes('e') || typeof read !== 'number')
            assert.deepEqual(joi.validate(again).value, read)
        }),
        { numRuns: 300 },
      )
      t.pass(place)
    }
  }
}

/** A value as written in a request. */
function write(value: Json): string {
  return Array.isArray(value) ? formatList(value.map(String)) : String(value)
}

function schemaOf(contract: Contract, parameter: ParameterModel): JsonObject {
  return inlineReferences(contract, parameter.schema) as JsonObject
}

/** Values of the parameter's type, of which some fit. */
function candidates(contract: Contract, parameter: ParameterModel): fc.Arbitrary<Json> {
  const schema = schemaOf(contract, parameter)
  if (schema.type !== 'array') return candidate(schema)
  return fc.oneof(
    valid(schema),
    fc.array(candidate(schema.items as JsonObject), { minLength: 1, maxLength: 5 }),
  )
}

function candidate(schema: JsonObject): fc.Arbitrary<Json> {
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') {
    const bounds = [schema.minimum, schema.maximum].filter(bound => typeof bound === 'number')
    const near = bounds.flatMap(bound => [bound - 1, bound, bound + 1]).filter(Number.isSafeInteger)
    return fc.oneof(valid(schema), fc.constantFrom(...near), fc.maxSafeInteger())
  }
  // Others are written with an exponent.
  if (schema.type === 'number') return valid(schema).filter(value => !String(value).includes('e'))
  const words = ['', 'us', 'US', 'Unknown', 'GLOBAL', 'IOS', 'US, Tier 1', '"', 'a"b']
  const dates = ['2026-02-30', '2024-02-29', '2023-02-29', '0001-1-1', '0000-01-01', '9999-12-31']
  return fc.oneof(valid(schema), fc.constantFrom(...words, ...dates), fc.string({ unit: 'binary' }))
}

/** Texts that look a little like the parameter's. */
function scribbles(contract: Contract, parameter: ParameterModel): fc.Arbitrary<string> {
  const characters = fc.constantFrom(...'0123456789,,,""+-eE. tTrueUSa_%\u00a0٣')
  const written = candidates(contract, parameter).map(write)
  const touched = fc.tuple(written, fc.nat(), characters).map(([text, position, character]) => {
    const place = position % (text.length + 1)
    return text.slice(0, place) + character + text.slice(place)
  })
  return fc.oneof(fc.string({ unit: characters, maxLength: 12 }), touched)
}
