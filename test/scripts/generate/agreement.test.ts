import { readFile } from 'node:fs/promises'
import t from 'tap'
import { requests } from '../../../generated/requests.ts'
import { responses } from '../../../generated/responses.ts'
import { readContract } from '../../../scripts/generate/contract.ts'
import { holdRequests, holdResponses } from './agreement.ts'
import { repository } from '../../support/repository.ts'

const contract = readContract(await readFile(`${repository}openapi.yaml`, 'utf8'))

t.test('response validation agrees with Ajv on the contract', async t => {
  holdResponses(t, contract, responses)
})

t.test('parameter validation agrees with Ajv on the contract', async t => {
  holdRequests(t, contract, requests)
})

t.test('a JSON response with a number as text is invalid', async t => {
  const app = { id: 1, name: 'Game', createdAt: '2026-03-01T09:30:00.000Z' }
  t.notOk(responses.listApps.validate([app]).error)
  t.match(responses.listApps.validate([{ ...app, id: '1' }]).error?.message, /\[0\]\.id/)
})

t.test('a timestamp is UTC with milliseconds, although the format allows more', async t => {
  const verdict = (createdAt: string) =>
    responses.listApps.validate([{ id: 1, name: '', createdAt }]).error === undefined
  t.ok(verdict('2024-02-29T23:59:59.999Z'))
  const others = [
    '2026-03-01T09:30:00Z',
    '2026-03-01T09:30:00.000+00:00',
    '2026-03-01t09:30:00.000z',
    '2026-03-01T24:00:00.000Z',
    '2026-03-01T23:59:60.000Z',
    '2026-02-29T00:00:00.000Z',
    '2026-03-01 09:30:00.000Z',
    '2026-03-01',
  ]
  for (const other of others) t.notOk(verdict(other), other)
})
