import { REQUEST_PARAMETER } from './parameter-schema.ts'
import { SCHEMAS_OF_SCHEMAS } from './schema-of-schemas.ts'
import { TOOL_SCHEMAS } from './tool-model.ts'

/**
 * The supported subset of OpenAPI, as one JSON Schema. Two keywords are its own: `place` names the definition that validates a part after
 * its references are followed, `says` replaces Ajv's message.
 */

const FILES = ['application/octet-stream', 'text/csv']

const JSON_MEDIA = ['application/json', 'application/problem+json']

function object(keywords: Readonly<Record<string, object | true>>) {
  return {
    type: 'object',
    required: Object.keys(keywords)
      .filter(name => name.endsWith('*'))
      .map(name => name.slice(0, -1)),
    properties: Object.fromEntries(Object.entries(keywords).map(([name, value]) => [name.replace('*', ''), value])),
    additionalProperties: false,
  }
}

function mapOf(value: object) {
  return { type: 'object', additionalProperties: value }
}

function listOf(items: object) {
  return { type: 'array', items }
}

function never(says: string) {
  return { not: {}, says }
}

const TEXT = { type: 'string', minLength: 1, says: 'must be text' }

const SECURITY = { enum: [[], [{ apiKey: [] }]], says: 'must be empty or [{ apiKey: [] }]' }

const EXAMPLES = { example: true, examples: true } as const

function mediaOf(types: readonly string[], schema: string): Record<string, object> {
  return Object.fromEntries(types.map(type => [type, object({ 'schema*': { place: schema }, ...EXAMPLES })]))
}

const says = `must be application/json alone, or ${FILES.join(' and ')}`

const OPERATION = object({
  'operationId*': { type: 'string', pattern: '^[a-z]\\w*$', says: 'must be a name' },
  tags: true,
  summary: true,
  description: true,
  security: SECURITY,
  parameters: listOf({}),
  'x-exactly-one-of': { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'string' }, says: 'must list parameters' },
  'x-columns': mapOf({ place: 'JsonSchema' }),
  'responses*': {
    type: 'object',
    required: ['200'],
    properties: { 200: { place: 'Success' } },
    patternProperties: { '^[2-5]\\d\\d$': { place: 'Response' } },
    additionalProperties: never('must be a status'),
  },
})

export const CONTRACT_SCHEMA = {
  $id: 'contract',
  $defs: {
    Contract: object({
      'openapi*': { type: 'string', pattern: '^3\\.1\\.\\d+$', says: 'must be 3.1' },
      'info*': object({ title: true, version: true, summary: true, description: true, license: true, contact: true }),
      servers: listOf(object({ url: true, description: true })),
      tags: listOf(object({ name: true, description: true })),
      security: SECURITY,
      'paths*': mapOf(object({ get: OPERATION })),
      components: object({
        securitySchemes: object({
          apiKey: object({ 'type*': { const: 'http' }, 'scheme*': { const: 'bearer' }, bearerFormat: true, description: true }),
        }),
        parameters: mapOf({}),
        headers: mapOf({ place: 'Header' }),
        responses: mapOf({ place: 'Response' }),
        // References are checked where used; the name becomes an identifier in generated code.
        schemas: {
          type: 'object',
          patternProperties: { '^[A-Z]\\w*$': true },
          additionalProperties: never("a schema's name must be a capital letter, then letters and digits"),
        },
      }),
      'x-mcp-tools': true,
    }),
    Response: object({
      description: true,
      headers: mapOf({ place: 'Header' }),
      content: {
        type: 'object',
        properties: { ...mediaOf(JSON_MEDIA, 'JsonSchema'), ...mediaOf(FILES, 'FileSchema') },
        additionalProperties: never(`must be one of ${[...JSON_MEDIA, ...FILES].join(', ')}`),
      },
    }),
    Success: {
      required: ['content'],
      properties: {
        content: {
          if: { required: ['application/json'] },
          then: { maxProperties: 1, says },
          else: { required: FILES, maxProperties: 2, says },
        },
      },
    },
    Header: object({ description: true, 'schema*': { place: 'HeaderSchema' }, required: true, ...EXAMPLES }),
    Parameter: object({
      'name*': TEXT,
      'in*': { enum: ['query', 'path'], says: 'must be query or path' },
      'schema*': { place: 'ParameterSchema' },
      required: true,
      description: true,
      style: true,
      explode: true,
      ...EXAMPLES,
      'x-only-with': true,
      'x-requires': true,
      'x-not-after': true,
      'x-excludes': true,
      'x-alone': true,
      'x-not-with': mapOf({}),
      'x-field-of': TEXT,
      'x-asked-column': { const: true, says: 'must be true' },
      'x-date-range': { const: true, says: 'must be true' },
      'x-value-only-with': mapOf(mapOf({})),
    }),
    RequestParameter: REQUEST_PARAMETER,
    Reference: object({ $ref: true, description: true }),
    ...SCHEMAS_OF_SCHEMAS,
    ...TOOL_SCHEMAS,
  },
}
