import t from 'tap'
import { worldConfig } from '../../../../scripts/lab/world/world-config.ts'
import { makeWorld, WORLD } from '../../../../scripts/lab/world/world.ts'
import { backtest } from '../../../../server/forecast/backtest/backtest.ts'
import type { Facts } from '../../../../server/forecast/model/facts.ts'
import { fit } from '../../../../server/forecast/model/fit.ts'
import { htmlPage } from '../../../../server/forecast/backtest/backtest-page.ts'
import { configOf } from '../../../support/forecast/test-config.ts'
import { factsOf } from '../../../support/forecast/facts.ts'

function pageOf(facts: Facts, config: ReturnType<typeof configOf>): string {
  return htmlPage({
    config,
    names: facts.names,
    asOf: '2025-06-30',
    backtest: backtest(facts, facts.lastDay, config, () => {}),
    fit: fit(facts, facts.lastDay),
  })
}

const world = makeWorld({
  ...WORLD,
  seed: 7,
  days: 120,
  campaigns: 8,
  networks: 3,
  countries: 4,
  countriesPerCampaign: 3,
  beyond: 0,
})

t.test('the page is self-contained and runs no script', t => {
  const page = pageOf(world.facts, worldConfig(world, 30))
  t.equal(page.match(/<svg /g)!.length, 5)
  t.match(page, `content="default-src 'none'; style-src 'unsafe-inline'"`)
  t.notMatch(page, /<script|<link|src=|href=|url\(|@import/)
  t.notMatch(page, /NaN|Infinity|undefined/)
  t.ok(page.match(/<circle /g)!.length > 100, 'cases are drawn')
  t.equal(page, pageOf(world.facts, worldConfig(world, 30)), 'the same twice')
  t.end()
})

t.test('names never become markup', t => {
  const bad = `<img src=x onerror="alert('1')">&amp;`
  const facts = {
    ...world.facts,
    names: { ...world.facts.names, campaign: world.facts.names.campaign.map(() => bad) },
  }
  const config = worldConfig(world, 30)
  const page = pageOf(facts, { ...config, app: { ...config.app, name: bad } })
  t.notMatch(page, '<img')
  t.match(page, '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;')
  t.end()
})

t.test('a page without data is still complete', t => {
  const page = pageOf(factsOf([]), configOf())
  t.equal(page.match(/<svg /g)!.length, 5)
  t.notMatch(page, /NaN|Infinity|undefined/)
  t.end()
})
