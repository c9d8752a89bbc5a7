import t from 'tap'
import { nearestNames } from '../../../mcp/tools/unmatched.ts'

const NAMES = [
  'AXON US | iOS | D0 15%',
  'AXON US | AND | D0 20%',
  'TikTok For Business',
  'Meta Ads',
  'Google Ads',
  'Créas été',
]

t.test(
  'a name is found in any case, with other accents, spaces and signs, and by its words',
  async t => {
    const cases: [string, string[]][] = [
      ['meta ads', ['Meta Ads']],
      ['MetaAds', ['Meta Ads']],
      ['CREAS ETE', ['Créas été']],
      ['TikTok', ['TikTok For Business']],
      ['axon us ios', ['AXON US | iOS | D0 15%']],
      ['ios axon', ['AXON US | iOS | D0 15%']],
      ['axon', ['AXON US | AND | D0 20%', 'AXON US | iOS | D0 15%']],
      ['TikTok For Business (old)', ['TikTok For Business']],
      ['Gogle Ads', ['Google Ads']],
      ['Unity', []],
      ['', []],
      ['|', []],
    ]
    for (const [name, wanted] of cases)
      t.strictSame((await nearestNames([name], NAMES))[0], wanted, name)
  },
)

t.test('at most five names are listed, those with the fewest extra letters first', async t => {
  const names = Array.from({ length: 20 }, (_, index) => `Brand${'x'.repeat(20 - index)}`)
  t.strictSame((await nearestNames(['brand'], names))[0], [
    'Brandx',
    'Brandxx',
    'Brandxxx',
    'Brandxxxx',
    'Brandxxxxx',
  ])
})

t.test('long names do not slow the search', async t => {
  const names = Array.from({ length: 5000 }, (_, index) => `${'é'.repeat(500)}${index}`)
  let rounds = 0
  const timer = setInterval(() => rounds++, 0)
  await nearestNames(['y'.repeat(512), 'é'.repeat(400)], names)
  clearInterval(timer)
  t.ok(rounds > 0, 'others had their turn')
})
