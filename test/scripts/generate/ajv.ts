import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** An independent judge of JSON Schema 2020-12, formats included. Keywords that do not fit a type are errors. */
export function compile(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, strictTypes: true, allowUnionTypes: true })
  addFormats.default(ajv)
  ajv.addVocabulary(['example', 'x-closed-enum'])
  return ajv.compile(schema)
}
