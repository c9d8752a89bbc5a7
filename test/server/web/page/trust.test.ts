import t from 'tap'
import type { Overview, Recommendation, TrackRecord } from '../../../../generated/client/models.ts'
import { startBrowser } from '../../../support/browser.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import { NOW, openPage, waitForHeading, sharedDemo } from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const demo = sharedDemo(t)
const size = { width: 1400, height: 1000 }

function share(ratio: number): string {
  return `${Math.round(ratio * 100)}%`
}

t.test(
  'the track record has the values of REST, in parts, with the most expensive wrong decisions',
  skip,
  async t => {
    const { url, key, get } = await demo()
    const { page, context, errors } = await openPage(browser!, url, {
      key,
      now: NOW,
      query: '?view=trust&app=101',
      size,
    })
    const heading = await waitForHeading(page)
    const [all] = await get<TrackRecord[]>('/v1/track-record?appId=101&examples=10')
    t.ok(
      heading.startsWith(
        `${share(all!.rightShare!)} of the money in ${all!.decisions} calls since `,
      ),
      heading,
    )
    for (const by of ['status', 'platform', 'network', 'size'] as const) {
      const records = await get<TrackRecord[]>(`/v1/track-record?appId=101&groupBy=${by}`)
      const rows = await page
        .locator(`section[aria-labelledby=h-${by}] tbody tr`)
        .evaluateAll(rows =>
          rows.map(row => [...row.children].slice(1, 3).map(cell => cell.textContent)),
        )
      const expected = records.map(({ decisions, rightShare }) => [
        decisions.toLocaleString('en-US'),
        typeof rightShare === 'number' ? share(rightShare) : 'too few: 20 needed',
      ])
      t.same(rows.toSorted(), expected.toSorted(), by)
    }
    const costs = await page
      .locator('section[aria-labelledby=h-wrong] tbody tr')
      .evaluateAll(rows => rows.map(row => row.textContent))
    t.equal(costs.length, all!.wrong!.length)
    for (const [index, { campaign, action, actionInHindsight, cost }] of all!.wrong!.entries()) {
      t.match(costs[index], campaign)
      t.match(costs[index], `${action}${actionInHindsight}`)
      t.match(costs[index], `$${Math.round(cost).toLocaleString('en-US')}/day`)
    }
    t.same(await axeViolations(page), [])
    t.equal(await page.title(), 'Track record · uascope')
    await page.locator('section[aria-labelledby=h-wrong] tbody a').first().click()
    await page.waitForSelector('dialog[open] h2')
    t.equal(await page.textContent('dialog h2'), all!.wrong![0]!.campaign)
    t.same(errors, [])
    await context.close()
  },
)

t.test(
  'forecasts show their interval on Today, the first card and the panels; scores only if supported',
  skip,
  async t => {
    const { url, key, get } = await demo()
    const { page, context, errors } = await openPage(browser!, url, { key, now: NOW, size })
    await waitForHeading(page)
    for (const { name, roas, trackRecord } of await get<Overview[]>('/v1/overview')) {
      const line = page.locator('.ar', { hasText: name })
      // A target that is not tested has no record.
      if (typeof trackRecord.p80 !== 'number') {
        t.equal(await line.locator('.rate .ch-whisker').count(), 0, 'no interval')
        continue
      }
      const [low, high] = [roas.week! / (1 + trackRecord.p80), roas.week! / (1 - trackRecord.p80)]
      const words = `80% interval ${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}%`
      t.equal(await line.locator('.rate .ch-whisker').count(), 1, 'in the line as a whisker')
      await line.locator('[aria-expanded]').click()
      await line.locator('.ev').waitFor()
      t.match(await line.textContent(), words, 'in the opened line in words')
    }
    await page.goto(`${url}?app=101`)
    await page.waitForSelector('.pan .ch-band[d^=M]')
    t.match(await page.textContent('[data-card=roas]'), /80% interval .*, by past calls/)
    t.equal(await page.locator('.hist svg').count(), 0, 'not asked for yet')
    await page.click('.hist > summary')
    await page.waitForSelector('.hist .estimates')
    t.same(await axeViolations(page), [])

    const tiers = await get<TrackRecord[]>('/v1/track-record?appId=101&groupBy=status')
    const calls = await get<Recommendation[]>('/v1/recommendations?appId=101')
    for (const { status, confidenceScore, platform, network, campaign } of calls.slice(0, 3)) {
      await page.goto(
        `${url}?${new URLSearchParams({ app: '101', open: campaign, on: platform, of: network })}`,
      )
      await page.waitForFunction(() =>
        /confidence( \(|:)/.test(document.querySelector('dialog .top')?.textContent ?? ''),
      )
      const right = tiers.find(tier => tier.status === status)!.rightShare!
      const text = (await page.textContent('dialog .top'))!
      if (Math.abs(confidenceScore! - right) > 0.1)
        t.notMatch(
          text,
          `(${share(confidenceScore!)})`,
          'the tier does not keep what the score promises',
        )
      else t.match(text, `(${share(confidenceScore!)}`)
    }
    t.same(errors, [])
    await context.close()
  },
)
