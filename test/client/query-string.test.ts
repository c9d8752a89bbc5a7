import fc from '../support/fast-check.ts'
import t from 'tap'
import { queryString } from '../../client/src/request.ts'
import { splitList } from '../../server/core/checks/comma-list.ts'

t.test('parameters are sent in their documented form', async t => {
  for (const { given, want } of [
    { given: {}, want: '' },
    {
      given: { appId: 7, granularity: 'campaign', startDate: undefined },
      want: 'appId=7&granularity=campaign',
    },
    { given: { maturity: true, csvSafe: false }, want: 'maturity=true&csvSafe=false' },
    { given: { dsiValues: [7, 365] }, want: 'dsiValues=7%2C365' },
    { given: { platforms: ['IOS', 'Android', 'ios'] }, want: 'platforms=ios%2Candroid' },
    {
      given: { granularity: 'CAMPAIGN', networks: ['Meta'] },
      want: 'granularity=campaign&networks=Meta',
    },
    { given: undefined, want: '' },
    { given: { networks: ['A&B', 'Ü', 'a+b'] }, want: 'networks=A%26B%2C%C3%9C%2Ca%2Bb' },
    {
      given: { campaigns: ['US, Tier 1', 'Other', 'Other'] },
      want: `campaigns=${encodeURIComponent('"US, Tier 1",Other')}`,
    },
    {
      given: { campaigns: ['"quoted"', 'in"side', ' padded '] },
      want: `campaigns=${encodeURIComponent('"""quoted""",in"side, padded ')}`,
    },
    { given: { networks: [] }, want: 'networks=' },
    { given: { networks: null }, want: 'networks=' },
    { given: { networks: [''] }, want: 'networks=%22%22' },
  ])
    t.equal(queryString(given, ['platforms', 'granularity']), want, JSON.stringify(given))
})

t.test('text that a URL cannot contain is refused', async t => {
  for (const parameters of [{ networks: ['Meta', '\ud83c'] }, { networks: '\udf00' }]) {
    t.throws(() => queryString(parameters, []), {
      name: 'UascopeError',
      message: /^networks is not valid Unicode text/,
    })
  }
})

t.test('law: the service reads back the same names, each once', async () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({
          minLength: 1,
          unit: fc.oneof(
            fc.constantFrom(',', '"', ' ', '%', '+'),
            fc.string({ minLength: 1, maxLength: 1 }),
          ),
        }),
        { minLength: 1 },
      ),
      names => {
        const written = new URLSearchParams(queryString({ names }, [])).get('names')!
        const read = splitList(written)
        return 'items' in read && JSON.stringify(read.items) === JSON.stringify([...new Set(names)])
      },
    ),
  )
})
