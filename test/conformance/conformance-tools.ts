import type { ServedTool, ToolAnswer } from '../../mcp/endpoint/endpoint.ts'

type Content = ToolAnswer['content']

function text(value: string) {
  return { type: 'text' as const, text: value }
}
// One red pixel, and a WAV file without a sample.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }

function tool(name: string, content: Content, isError?: true): ServedTool<unknown> {
  return {
    name,
    title: name,
    description: 'A tool that the conformance suite calls.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    outputSchema: { type: 'object' },
    annotations: { readOnlyHint: true },
    call: async () => ({
      content,
      structuredContent: {},
      ...(isError === undefined ? {} : { isError }),
    }),
  }
}

/** The tools that the suite's scenarios call by name: they show what the endpoint makes of every kind of content. */
export const conformanceTools: ServedTool<unknown>[] = [
  // Two tools of which the suite expects that they stream; these do not, and so break none of its rules.
  tool('test_logging_tool', [text('Done.')]),
  tool('test_streaming_elicitation', [text('Done.')]),
  tool('test_simple_text', [text('This is a simple text response for testing.')]),
  tool('test_image_content', [image]),
  tool('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }]),
  tool('test_embedded_resource', [
    {
      type: 'resource',
      resource: {
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      },
    },
  ]),
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: '{"test":"data","value":123}',
      },
    },
  ]),
  tool('test_error_handling', [text('This tool intentionally returns an error for testing')], true),
  {
    ...tool('json_schema_2020_12_tool', [text('{}')]),
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
]
