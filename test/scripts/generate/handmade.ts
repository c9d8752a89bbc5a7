import { stringify } from 'yaml'
import type { JsonObject } from '../../../scripts/generate/contract.ts'

/** A small contract that uses every keyword the generator knows. Each call gives a new copy, to be changed. */
export function handmade(): JsonObject {
  return structuredClone(CONTRACT)
}

/** A contract as it is written. */
export function written(contract: JsonObject): string {
  return stringify(contract)
}

const THING: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'code', 'kind', 'level', 'fixed', 'maybe', 'day', 'tags', 'it\'s "odd"'],
  properties: {
    id: { type: 'integer', format: 'int64', minimum: -5, maximum: 5 },
    code: { type: 'string', pattern: '^[A-Z]{1,3}/\\d?$', description: 'A code.' },
    kind: { $ref: '#/components/schemas/Kind', description: 'What it is.' },
    level: { type: 'integer', enum: [1, 2, 3] },
    fixed: { type: 'string', const: 'thing' },
    maybe: { type: ['string', 'null'], enum: ['yes', null] },
    day: { type: 'string', format: 'date' },
    at: { type: ['string', 'null'], format: 'date-time' },
    name: { type: 'string', minLength: 2, maxLength: 3 },
    nick: { type: ['string', 'null'], minLength: 1 },
    share: { type: ['number', 'null'], minimum: 0, maximum: 1 },
    good: { type: 'boolean' },
    fine: { type: ['boolean', 'null'] },
    always: { type: 'boolean', const: true },
    'it\'s "odd"': { type: 'string' },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 1, maxItems: 3 },
    inner: {
      type: 'object',
      additionalProperties: false,
      properties: { values: { type: 'array', items: { type: ['number', 'null'] } } },
    },
    pairs: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['a'],
        properties: { a: { type: 'integer' }, b: { $ref: '#/components/schemas/Kind' } },
      },
    },
  },
}

const CONTRACT: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1.0.0', license: { name: 'None', identifier: 'None' } },
  servers: [{ url: '/' }],
  security: [{ apiKey: [] }],
  paths: {
    '/things/{shelf}': {
      get: {
        operationId: 'listThings',
        summary: 'List things',
        parameters: [
          { name: 'shelf', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
          { name: 'kind', in: 'query', schema: { $ref: '#/components/schemas/Kind' } },
          { name: 'fixed', in: 'query', schema: { type: 'string', const: "it's" } },
          { name: 'short', in: 'query', schema: { type: 'string', minLength: 2, maxLength: 3 } },
          {
            name: 'code',
            in: 'query',
            schema: { type: 'string', pattern: '^(a/b|é+)$', minLength: 2 },
          },
          {
            name: 'from',
            in: 'query',
            'x-not-after': 'to',
            schema: { type: 'string', format: 'date' },
          },
          {
            name: 'to',
            in: 'query',
            'x-requires': 'from',
            schema: { type: 'string', format: 'date' },
          },
          { name: 'open', in: 'query', schema: { type: 'boolean', default: true } },
          {
            name: 'numbers',
            in: 'query',
            style: 'form',
            explode: false,
            'x-only-with': { kind: ['big'], open: [true] },
            schema: {
              type: 'array',
              items: { type: 'integer', minimum: 2, maximum: 4 },
              minItems: 2,
              maxItems: 3,
              default: [2, 2],
            },
          },
          {
            name: 'names',
            in: 'query',
            style: 'form',
            explode: false,
            schema: {
              type: 'array',
              items: { type: 'string', minLength: 1 },
              minItems: 1,
              uniqueItems: true,
            },
          },
          {
            name: 'days',
            in: 'query',
            style: 'form',
            explode: false,
            schema: {
              type: 'array',
              items: { type: 'string', format: 'date' },
              minItems: 1,
              maxItems: 2,
              uniqueItems: true,
            },
          },
          {
            name: 'flags',
            in: 'query',
            style: 'form',
            explode: false,
            schema: { type: 'array', items: { type: 'boolean' }, minItems: 1, uniqueItems: true },
          },
        ],
        responses: {
          '200': {
            description: 'Things.',
            headers: {
              Total: { description: 'How many.', schema: { type: 'integer' } },
              'Total-Rows': { schema: { type: 'integer' } },
            },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
              },
            },
          },
          '400': {
            description: 'Wrong.',
            content: {
              'application/problem+json': { schema: { $ref: '#/components/schemas/Thing' } },
            },
          },
        },
      },
    },
    '/file': {
      get: {
        operationId: 'getFile',
        summary: 'Get a file',
        security: [],
        'x-columns': {
          day: { type: 'string', format: 'date' },
          'share_d{dsi}': { type: ['number', 'null'], description: 'A share.' },
        },
        responses: {
          '200': {
            description: 'A file.',
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          '404': { description: 'Missing.' },
        },
      },
    },
  },
  components: {
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
    schemas: { Thing: THING, Kind: { type: 'string', enum: ['big', 'small', 'a, b'] } },
  },
}
