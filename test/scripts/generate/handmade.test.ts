import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type Joi from 'joi'
import t from 'tap'
import { readContract } from '../../../scripts/generate/contract.ts'
import { generate, writeFiles } from '../../../scripts/generate/generate.ts'
import { parseWith } from '../../../server/answers/contract/query.ts'
import type { RequestSchema } from '../../../server/core/checks/parameters.ts'
import { holdRequests, holdResponses } from './agreement.ts'
import { handmade, written } from './handmade.ts'

const yaml = written(handmade())
const contract = readContract(yaml)
const server = fileURLToPath(new URL('../../../server/', import.meta.url))

/** The generated modules of the handmade contract, loaded from a folder of their own. */
const files = await generate(yaml)
const texts = [...files].map(
  ([path, text]) => [path, text.replaceAll("'../server/", `'${server}/`)] as const,
)
const folder = t.testdir()
await writeFiles(folder, new Map(texts))
await build({
  entryPoints: ['requests', 'responses', 'operations'].map(name => `${folder}/${name}.ts`),
  outdir: `${folder}/built`,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  logLevel: 'warning',
})
async function load(name: string) {
  return (await import(pathToFileURL(`${folder}/built/${name}`).href)) as Record<string, unknown>
}
const requests = (await load('requests.js'))['requests'] as Record<string, RequestSchema>
const responses = (await load('responses.js'))['responses'] as Record<string, Joi.AnySchema>
const operations = (await load('operations.js'))['operations'] as { operationId: string }[]

t.test('response validation agrees with Ajv on every keyword', async t => {
  holdResponses(t, contract, responses)
})

t.test('parameter validation agrees with Ajv on every keyword', async t => {
  holdRequests(t, contract, requests)
})

t.test('the same contract always gives the same files', async t => {
  t.strictSame([...(await generate(yaml))], [...files])
})

t.test('the route table lists every operation', async t => {
  t.match(operations, [
    {
      operationId: 'listThings',
      method: 'GET',
      path: '/things/{shelf}',
      security: 'apiKey',
      parameters: [
        { name: 'shelf', in: 'path' },
        { name: 'kind', in: 'query' },
      ],
    },
    { operationId: 'getFile', method: 'GET', path: '/file', security: 'none', parameters: [] },
  ])
})

t.test('rules and defaults are generated', async t => {
  const parse = (query: object) =>
    parseWith(requests['listThings']!, query as Record<string, string>, { shelf: '1' })
  t.strictSame(parse({}), { value: { query: { open: true, numbers: [2, 2] }, path: { shelf: 1 } } })
  t.match(parse({ numbers: '3,4', kind: 'big' }), { value: { query: { numbers: [3, 4] } } })
  t.match(parse({ numbers: '3,4' }), {
    faults: [
      { parameter: 'numbers', message: 'can be used only with kind big; kind is not given' },
    ],
  })
  t.match(parse({ numbers: '3,4', kind: 'big', open: 'false' }), {
    faults: [{ parameter: 'numbers', message: 'can be used only with open true; open is false' }],
  })
  t.match(parse({ numbers: '2,2' }), { value: {} }, 'the default, written out, needs nothing')
  t.match(parse({ numbers: '2', kind: 'big' }), {
    faults: [{ message: 'must have at least 2 values; got 1' }],
  })
  t.match(parse({ numbers: '2,2,2,2', kind: 'big' }), {
    faults: [{ message: 'must have at most 3 values; got 4' }],
  })
  t.match(parse({ code: 'x' }), { faults: [{ message: /^must match \^\(a/ }] })
  t.match(parse({ short: 'x' }), {
    faults: [{ message: 'must have from 2 to 3 characters; got "x"' }],
  })
  t.match(
    parse({ kind: '"a, b"' }),
    { faults: [{ allowed: ['big', 'small', 'a, b'] }] },
    'only lists have quoted values',
  )
})
