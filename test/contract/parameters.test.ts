import { readFileSync } from 'node:fs'
import t from 'tap'
import { requests } from '../../generated/requests.ts'
import type { OperationId } from '../../generated/operations.ts'
import {
  readContract,
  resolve,
  type Json,
  type JsonObject,
} from '../../scripts/generate/contract.ts'
import { isList } from '../../scripts/generate/parameter-kinds.ts'
import { readOperations } from '../../scripts/generate/model.ts'

const contract = readContract(readFileSync('openapi.yaml', 'utf8'))

t.test(
  'the example of each parameter is accepted, its items joined with commas as generated clients do',
  async t => {
    const read: Record<string, unknown> = {}
    for (const { operationId, path, parameters } of readOperations(contract)) {
      const written = (contract.paths[path]!['get'] as JsonObject)['parameters'] as
        Json[] | undefined
      for (const [index, { name, pointer }] of parameters.entries()) {
        const { example } = resolve(contract, written![index], pointer)
        if (example === undefined) continue
        const text = [example].flat().join(',')
        const { error, value } = requests[operationId as OperationId].query.schema
          .extract(name)
          .validate(text)
        t.equal(error, undefined, `${path} ${name}=${text}`)
        read[name] = value
      }
    }
    t.match(read, {
      campaigns: ['US, Tier 1', 'Other'],
      networks: ['Partners, other', 'Meta Ads'],
      dsiValues: [7, 30],
    })
  },
)

t.test('every parameter for names documents how to write them', async t => {
  const lists = readOperations(contract)
    .flatMap(({ parameters }) => parameters)
    .filter(
      parameter =>
        isList(parameter) &&
        parameter.item.type === 'string' &&
        (parameter.item.enum ?? parameter.item.pattern) === undefined,
    )
  t.same(new Set(lists.map(({ name }) => name)), new Set(['networks', 'campaigns']))
  for (const { name, description } of lists) t.match(description, /RFC 4180.*`%2B`/s, name)
})
