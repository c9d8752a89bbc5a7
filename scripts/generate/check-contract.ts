import { checkParameter } from './check-parameters.ts'
import { checkTogether } from './check-rules.ts'
import { checkSchema } from './check-schema.ts'
import { at, isObject, resolve, type Contract, type Json, type JsonObject } from './contract.ts'
import { readParameter } from './model.ts'
import { Problems } from './problems.ts'

const ROOT = ['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'components', 'x-mcp-tools']
const INFO = ['title', 'version', 'summary', 'description', 'license', 'contact']
const OPERATION = ['operationId', 'tags', 'summary', 'description', 'parameters', 'responses', 'security', 'x-columns']
const FILES = ['application/octet-stream', 'text/csv']
const JSON_MEDIA = ['application/json', 'application/problem+json']
const MEDIA = [...JSON_MEDIA, ...FILES]

/**
 * Makes sure that the generator honours everything the contract says.
 * @throws ContractError naming every place where it would not
 */
export function checkContract(contract: Contract): void {
  const problems = new Problems()
  problems.unknownKeywords(contract, ROOT, '#')
  if (!/^3\.1\.\d+$/.test(String(contract.openapi))) problems.add('#/openapi', 'must be 3.1')
  checkText(contract, problems)
  checkSecurity(contract.security, '#/security', problems)
  checkComponents(contract, problems)
  for (const [path, value] of Object.entries(problems.object(contract.paths, '#/paths'))) {
    const item = problems.object(value, at('#/paths', path))
    problems.unknownKeywords(item, ['get'], at('#/paths', path))
    if (item.get !== undefined) checkOperation(contract, path, item.get, at('#/paths', path, 'get'), problems)
  }
  checkOperationIds(contract, problems)
  problems.raise()
}

/** The parts that only people read. */
function checkText(contract: Contract, problems: Problems): void {
  problems.unknownKeywords(problems.object(contract.info, '#/info'), INFO, '#/info')
  for (const [section, known] of [['servers', ['url', 'description']], ['tags', ['name', 'description']]] as const) {
    problems.list(contract[section] ?? [], `#/${section}`).forEach((entry, index) => {
      problems.unknownKeywords(problems.object(entry, at('#', section, index)), known, at('#', section, index))
    })
  }
}

function checkComponents(contract: Contract, problems: Problems): void {
  const components = problems.object(contract.components ?? {}, '#/components')
  problems.unknownKeywords(components, ['securitySchemes', 'parameters', 'headers', 'responses', 'schemas'], '#/components')
  const each = (section: string, check: (value: Json, pointer: string) => void) => {
    for (const [name, value] of Object.entries(problems.object(components[section] ?? {}, at('#/components', section)))) {
      check(value, at('#/components', section, name))
    }
  }
  each('parameters', (value, pointer) => { checkParameter(contract, value, pointer, problems) })
  each('headers', (value, pointer) => checkHeader(contract, value, pointer, problems))
  each('responses', (value, pointer) => checkResponse(contract, value, pointer, problems))
  each('schemas', (_, pointer) => {
    // What the name stands for is checked where it is used; the name becomes one in generated code.
    if (!/\/[A-Z]\w*$/.test(pointer)) problems.add(pointer, "a schema's name must be a capital letter, then letters and digits")
  })
  each('securitySchemes', (value, pointer) => {
    const scheme = problems.object(value, pointer)
    problems.unknownKeywords(scheme, ['type', 'scheme', 'bearerFormat', 'description'], pointer)
    const bearer = pointer.endsWith('/apiKey') && scheme.type === 'http' && scheme.scheme === 'bearer'
    if (!bearer) problems.add(pointer, 'must be apiKey, an HTTP bearer scheme')
  })
}

function checkOperation(contract: Contract, path: string, value: Json, pointer: string, problems: Problems): void {
  const operation = problems.object(value, pointer)
  problems.unknownKeywords(operation, OPERATION, pointer)
  if (!/^[a-z]\w*$/.test(String(operation.operationId))) problems.add(at(pointer, 'operationId'), 'must be a name')
  checkSecurity(operation.security, at(pointer, 'security'), problems)
  const parameters = problems.list(operation.parameters ?? [], at(pointer, 'parameters'))
  const places = parameters.map((_, index) => at(pointer, 'parameters', index))
  const sound = parameters.map((parameter, index) => checkParameter(contract, parameter, places[index]!, problems))
  if (sound.every(Boolean)) {
    const models = parameters.map((parameter, index) => readParameter(contract, parameter, places[index]!))
    checkTogether(models, path, pointer, problems)
  }
  checkResponses(contract, operation.responses, at(pointer, 'responses'), problems)
}

function checkResponses(contract: Contract, value: Json | undefined, pointer: string, problems: Problems): void {
  const responses = problems.object(value, pointer)
  for (const [status, response] of Object.entries(responses)) {
    if (!/^[2-5]\d\d$/.test(status)) problems.add(at(pointer, status), 'must be a status')
    checkResponse(contract, response, at(pointer, status), problems)
  }
  const success = isObject(responses['200']) ? resolve(contract, responses['200'], at(pointer, '200')) : {}
  const media = isObject(success.content) ? Object.keys(success.content).sort().join() : ''
  if (media !== 'application/json' && media !== FILES.join()) {
    problems.add(at(pointer, '200', 'content'), `must be application/json alone, or ${FILES.join(' and ')}`)
  }
}

function checkResponse(contract: Contract, value: Json, pointer: string, problems: Problems): void {
  const response = resolve(contract, value, pointer)
  problems.unknownKeywords(response, ['description', 'headers', 'content'], pointer)
  for (const [name, header] of Object.entries(problems.object(response.headers ?? {}, at(pointer, 'headers')))) {
    checkHeader(contract, header, at(pointer, 'headers', name), problems)
  }
  for (const [type, part] of Object.entries(problems.object(response.content ?? {}, at(pointer, 'content')))) {
    const place = at(pointer, 'content', type)
    if (!MEDIA.includes(type)) problems.add(place, `must be one of ${MEDIA.join(', ')}`)
    const media = problems.object(part, place)
    problems.unknownKeywords(media, ['schema', 'example', 'examples'], place)
    checkSchema(contract, media.schema, at(place, 'schema'), JSON_MEDIA.includes(type) ? 'json' : 'file', problems)
  }
}

function checkHeader(contract: Contract, value: Json, pointer: string, problems: Problems): void {
  const header = resolve(contract, value, pointer)
  problems.unknownKeywords(header, ['description', 'schema', 'required', 'example', 'examples'], pointer)
  checkSchema(contract, header.schema, at(pointer, 'schema'), 'header', problems)
}

/** The key, or nothing. */
function checkSecurity(value: Json | undefined, pointer: string, problems: Problems): void {
  const text = JSON.stringify(value ?? [])
  if (text !== '[]' && text !== '[{"apiKey":[]}]') problems.add(pointer, 'must be empty or [{ apiKey: [] }]')
}

function checkOperationIds(contract: Contract, problems: Problems): void {
  const ids = new Set<Json>()
  for (const [path, item] of Object.entries(contract.paths)) {
    const id = ((item.get ?? {}) as JsonObject).operationId ?? null
    if (ids.has(id)) problems.add(at('#/paths', path, 'get', 'operationId'), `${String(id)} is there twice`)
    ids.add(id)
  }
}
