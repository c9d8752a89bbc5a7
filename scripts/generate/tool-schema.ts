/** What the contract may say of a tool, as JSON Schema; what it must agree with in its operation is checked in `check-tools.ts`. */

const TEXT = { type: 'string', minLength: 1, says: 'must be text' }

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const types = `must be one or more of ${TYPES.join(', ')}`

/** The folders of `mcp/views` that are views. */
const VIEWS = ['recommendations', 'report', 'roas-history', 'alerts']

const OUTPUT = { place: 'ToolOutput' }

export const TOOL_SCHEMAS = {
  Tool: {
    type: 'object',
    required: ['title', 'description', 'arguments', 'output'],
    properties: {
      title: TEXT,
      description: TEXT,
      view: { enum: VIEWS, says: `must be one of ${VIEWS.join(', ')}` },
      operation: true,
      fixed: { type: 'object' },
      arguments: { type: 'object', additionalProperties: { $ref: '#/$defs/ToolArgument' } },
      output: OUTPUT,
      // For the documentation; `tools/list` has no place for one.
      example: true,
    },
    additionalProperties: false,
  },
  ToolArgument: {
    type: 'object',
    required: ['schema'],
    properties: {
      parameter: true,
      own: true,
      required: true,
      spelling: { const: 'lower', says: 'must be lower' },
      replaces: { type: 'string', says: 'must be text' },
      onlyFor: {
        type: 'object',
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
      },
      schema: { place: 'ParameterSchema' },
    },
    additionalProperties: false,
  },
  ToolOutput: {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        type: ['string', 'array'],
        says: types,
        if: { type: 'string' },
        then: { enum: TYPES, says: types },
        else: { minItems: 1, items: { enum: TYPES, says: types }, says: types },
      },
      description: true,
      enum: true,
      items: OUTPUT,
      properties: { type: 'object', additionalProperties: OUTPUT },
      required: { type: 'array' },
      additionalProperties: OUTPUT,
    },
    if: { required: ['type'], properties: { type: { anyOf: [{ const: 'array' }, { type: 'array', contains: { const: 'array' } }] } } },
    then: { required: ['items'] },
    additionalProperties: false,
  },
}
