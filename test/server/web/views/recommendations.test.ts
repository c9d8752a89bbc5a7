import t from 'tap'
import {
  cohortRow,
  recommendationRow,
  minimalDelivery,
  runRow,
} from '../../../reference/minimal-delivery.ts'
import type { RecommendationRow } from '../../../reference/delivery.ts'
import { startToolService } from '../../../support/tool-service.ts'
import { violations } from '../../../support/views/axe.ts'
import { startBrowser } from '../../../support/browser.ts'
import { until } from '../../../support/until.ts'
import { EVERYTHING } from '../../../support/views/raw-host.ts'
import { showView, type OpenView } from '../../../support/views/show-view.ts'

const LONG = `${'long name '.repeat(29)}of 300 ch`
const HOSTILE = ['<img src=x onerror=alert(1)>', '=1+1', '\u202eright to left\u202c \u200f', LONG]

interface CampaignRow {
  campaign: string
  /** Spend a day. */
  spend: number
  predicted: number | null
  target?: number
  platform?: 'IOS' | 'ANDROID' | 'WEB'
  live?: number | null
  paced?: number | null
}

/** Steps by worth: Alpha 5, =1+1 4.5 (by their bids), <img at least 3.2, Long 1.6. Others by distance: Missing 40, Web 10, rtl 7, Hold 4, Low 1.5. */
const NOW: CampaignRow[] = [
  { campaign: 'Alpha', spend: 100, predicted: 1.5, live: 0.4, paced: 0.36 },
  { campaign: 'Missing', spend: 40, predicted: null },
  { campaign: '=1+1', spend: 100, predicted: 0.7, live: 0.2, paced: 0.23 },
  { campaign: '<img src=x onerror=alert(1)>', spend: 40, predicted: 0.6 },
  { campaign: 'Web', spend: 50, predicted: 1.2, platform: 'WEB' },
  { campaign: LONG, spend: 40, predicted: 0.8 },
  { campaign: HOSTILE[2]!, spend: 70, predicted: 0.99, target: 0.9, platform: 'ANDROID' },
  { campaign: 'Hold', spend: 200, predicted: 1.02, live: 0.3, paced: 0.3 },
  { campaign: 'Low', spend: 3, predicted: 0.5 },
]
const BEFORE: CampaignRow[] = [
  { campaign: 'Alpha', spend: 80, predicted: 1 },
  { campaign: 'Hold', spend: 100, predicted: 1.01 },
  { campaign: 'Gone', spend: 77, predicted: 0.5 },
]
const STEPS = ['Alpha', '=1+1', '<img src=x onerror=alert(1)>', LONG]
const OTHERS = ['Missing', 'Web', HOSTILE[2]!, 'Hold', 'Low']

function rowsOf(run: number, rows: readonly CampaignRow[]): RecommendationRow[] {
  return rows.flatMap(
    (
      { campaign, spend, predicted, target = 1, platform = 'IOS', live = null, paced = null },
      index,
    ) => {
      const row = recommendationRow({
        recommendation_id: run * 1000 + index * 10,
        run_id: run,
        platform,
        campaign,
        spend: String(spend * 6),
        target_paid_gross_roas: target,
        predicted_paid_gross_roas: predicted,
        optimisation_live_roas: live,
        optimisation_paced_roas: paced,
      })
      const inCountry = (country: string, share: number, number: number): RecommendationRow => ({
        ...row,
        recommendation_id: row.recommendation_id + number,
        granularity: 'campaign_geo',
        country,
        spend: String(spend * 6 * share),
      })
      return [row, inCountry('US', 0.75, 1), inCountry('DE', 0.25, 2)]
    },
  )
}

const delivery = minimalDelivery({
  runs: [
    runRow({ run_id: 5, created_at: '2026-03-20T06:00:00.000Z', max_install_date: '2026-03-19' }),
    runRow(),
    runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
  ],
  // What has spend on the last days has a step. History begins where installs do.
  cohorts: [
    cohortRow({ install_date: '2026-03-23', campaign: 'Alpha', spend: '100' }),
    ...['2026-03-28', '2026-03-29', '2026-03-30'].flatMap(install_date =>
      NOW.map(({ campaign, spend, platform = 'IOS' }) =>
        cohortRow({ install_date, campaign, platform, spend: String(spend) }),
      ),
    ),
  ],
  recommendations: [...rowsOf(5, BEFORE), ...rowsOf(1, NOW)],
})

function names(view: OpenView): Promise<string[]> {
  return view.frame.locator('.campaigns tr[data-row] th button').allTextContents()
}

/** Opens the campaigns that keep. */
async function unfold(view: OpenView): Promise<void> {
  await view.frame.locator('.campaigns .folded > summary').click()
  await view.frame.waitForSelector('.campaigns .folded tr[data-row]')
}

async function text(view: OpenView, selector: string): Promise<string> {
  return (await view.frame.locator(selector).first().innerText()).replace(/\s+/g, ' ')
}

t.test('the recommendations view works in a host', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [delivery] })

  t.test('the steps come first, in a line each; those that keep are folded', async t => {
    const view = await showView(
      browser,
      service,
      'recommendations',
      { appId: 1 },
      {
        change: answer => {
          const record = ['IOS', 'ANDROID', 'WEB'].map(platform => ({
            platform,
            decisions: 40,
            p80: 0.1,
          }))
          Object.assign(answer['context'] as object, { trackRecord: record })
          const [columns, rows] = [answer['columns'] as string[], answer['rows'] as unknown[][]]
          for (const row of rows)
            if (row[columns.indexOf('action')] === 'HOLD') row[columns.indexOf('closeCall')] = true
        },
      },
    )
    t.match(await text(view, '.totals'), /^3 cuts free \$16 a day 1 raise without a price$/)
    t.strictSame(await names(view), STEPS)
    t.match(await text(view, '.folded > summary'), /^4 keep, 1 with data to check$/)
    await unfold(view)
    t.strictSame(await names(view), [...STEPS, ...OTHERS])
    const line = (name: string) => `tr[data-row]:has(button[title="${name}"])`
    t.match(
      await text(view, line('Alpha')),
      /^Alpha iOS · Meta · US · \$43\/day SCALE 150% \+\$50 Lower the D1 ROAS target from 40\.0% to 36\.0% \(buys more\) not priced$/,
    )
    t.match(
      await text(view, line('=1+1')),
      /REDUCE 70% −\$30 Raise the D1 ROAS target from 20\.0% to 23\.0% \(buys less\)/,
      'a raised target buys less',
    )
    t.match(
      await text(view, line('<img src=x onerror=alert(1)>')),
      /REDUCE 60% −\$16 Cut the daily budget by \$8\.00 \$3\.20 to \$8\.00$/,
    )
    t.match(
      await text(view, line('Web')),
      /SCALE 120% \+\$10 Keep: its response to spend is not known/,
      'or the reason',
    )
    t.match(await text(view, line('Hold')), /HOLD 102% \+\$4\.00 Keep: on target/)
    t.match(
      await text(view, line('Missing')),
      /REDUCE no forecast – Check the data: it has no predicted ROAS/,
    )
    const heights = () =>
      view.frame
        .locator('tr[data-row]')
        .evaluateAll(lines => lines.map(line => line.getBoundingClientRect().height))
    for (const height of await heights())
      t.ok(height >= 48 && height <= 64, `${height} px: two lines`)
    await view.page.setViewportSize({ width: 1400, height: 900 })
    for (const height of await heights()) t.ok(height >= 32 && height <= 36, `${height} px`)
    t.match(await text(view, line('Alpha')), /not priced \$43$/, 'with a column of its own')
    // Half of the target is at the left edge, one and a half of it at the right.
    const bullet = view.frame.locator(`${line('=1+1')} .bullet`)
    t.equal(Number(await bullet.locator('.ch-at-value').getAttribute('cx')), (0.7 - 0.5) * 66)
    t.equal(
      await bullet.getAttribute('aria-label'),
      '70% of target, 80% interval 64% to 78%',
      '70 % / 1.1 to 70 % / 0.9: errors are relative to the actual',
    )
    t.match(await bullet.getAttribute('class'), /ch-below/)
    t.match(await view.frame.locator(`${line('Hold')} .bullet`).getAttribute('class'), /ch-held/)
    t.ok(await view.frame.locator('tr.low').count(), 'low volume is grey')
    await view.frame.locator(`${line('Hold')} button`).click()
    t.match(
      await text(view, '.panel'),
      /Keep: on target .*HOLD, within the band, close call · Meta · iOS · US · /,
    )
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('a row shows confidence, track record and events', async t => {
    const names = ['Alpha', 'Hold']
    const view = await showView(
      browser,
      service,
      'recommendations',
      { appId: 1, campaigns: names, outcome: true },
      {
        change: answer => {
          const columns = answer['columns'] as string[]
          const set = (row: unknown[], values: Record<string, unknown>) => {
            for (const [name, value] of Object.entries(values)) row[columns.indexOf(name)] = value
          }
          const [hold, alpha] = answer['rows'] as [unknown[], unknown[]]
          set(hold, {
            predictedLowRoas: 0.9,
            predictedHighRoas: 1.1,
            actualRoas: 0.8,
            actionInHindsight: 'REDUCE',
            roasError: 0.275,
          })
          set(alpha, {
            predictedLowRoas: null,
            predictedHighRoas: null,
            actualRoas: null,
            actionInHindsight: null,
            roasError: null,
          })
          const context = answer['context'] as Record<string, unknown>
          context['trackRecord'] = [
            {
              platform: 'IOS',
              decisions: 400,
              since: '2025-10-05',
              dailySpend: 900,
              rightShare: 0.8,
              oppositeShare: 0.05,
            },
            {
              platform: 'ANDROID',
              decisions: 56,
              since: '2025-11-01',
              dailySpend: 100,
              rightShare: 0.7,
              oppositeShare: 0,
            },
            { platform: 'WEB', decisions: 14 },
          ]
          context['events'] = [
            {
              kind: 'attribution',
              title: '<b>SDK</b> counts paid as organic',
              startDate: '2026-03-20',
              endDate: '2026-03-26',
              platform: 'IOS',
            },
          ]
        },
      },
    )
    t.equal(
      await text(view, '.track-record'),
      '79% of the money in 456 calls since Oct 5, 2025 was right; 5% should have gone the other way. iOS: 80% of 400 calls. Android: 70% of 56 calls. Web: 14 calls, too few for a rate.',
    )
    t.equal(
      await text(view, '.event-list'),
      '▲ Mar 20–26: <b>SDK</b> counts paid as organic, wrong attribution, iOS',
    )
    await unfold(view)
    t.match(
      await text(view, 'tr:has-text("Hold") + .under .outcome'),
      /^Actual ROAS 80\.0%, predicted 28% too high: in hindsight REDUCE$/,
    )
    t.match(await text(view, 'tr:has-text("Alpha") + .under .outcome'), /^Outcome not known yet$/)
    t.equal(
      await view.frame.locator('tr[data-row]:has-text("Hold") .ch-whisker').count(),
      1,
      'the interval of the run',
    )
    t.equal(
      await view.frame.locator('tr[data-row]:has-text("Alpha") .ch-whisker').count(),
      0,
      'no interval, and no error of the platform',
    )
    await view.frame.locator('.campaigns th .lnk', { hasText: 'Hold' }).click()
    await view.frame.waitForSelector('.panel')
    t.match(await text(view, '.panel'), /80% interval 90\.0% to 110\.0%\./)
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('filtering and sorting send no request, and the totals follow', async t => {
    const view = await showView(browser, service, 'recommendations', { appId: 1 })
    const choose = async (menu: string, value: string) => {
      await view.frame.click(`.menu > button:has-text("${menu}")`)
      await view.frame.click(`.menu:has(button:has-text("${menu}")) label:has-text("${value}")`)
      await view.frame.click(`.menu > button:has-text("${menu}")`)
    }
    t.equal(await text(view, '.shown-of'), '', 'nothing is left out')
    await choose('Call', 'SCALE')
    t.strictSame(await names(view), ['Alpha'])
    t.equal(await text(view, '.totals'), '1 raise without a price')
    await unfold(view)
    t.strictSame(await names(view), ['Alpha', 'Web', HOSTILE[2]])
    t.match(await text(view, '.shown-of'), /3 of 9 shown/)
    await choose('Platform', 'Web')
    t.match(await text(view, '.totals'), /^No step today in 1 campaign\.$/)
    t.strictSame(await names(view), ['Web'], 'without a step, those that keep are open')
    await view.frame.click('text=Clear filters')
    const sortBy = (label: string) =>
      view.frame.locator('th .so', { hasText: label }).first().click()
    await sortBy('Campaign')
    t.strictSame(
      (await names(view)).slice(0, 4),
      [...STEPS].sort(new Intl.Collator('en-US', { numeric: true }).compare),
    )
    await sortBy('Of target')
    t.strictSame((await names(view))[0], '<img src=x onerror=alert(1)>', 'the lowest share first')
    await sortBy('Of target')
    t.strictSame((await names(view))[0], 'Alpha')
    await sortBy('Spend a day')
    const spends = (
      await view.frame.locator('.campaigns > table tr[data-row] td:last-child').allTextContents()
    ).map(amount => Number(amount.replace('$', '')))
    t.strictSame(
      spends,
      spends.toSorted((a, b) => b - a),
    )
    t.equal(
      await view.frame.locator('th[aria-sort=descending]').first().innerText(),
      'Spend a day ▾',
    )
    t.strictSame(view.calls(), [])
    await view.page.close()
  })

  t.test('changes since a week ago are requested', async t => {
    const view = await showView(browser, service, 'recommendations', { appId: 1 })
    await view.frame.click('text=Compare with a week ago')
    await view.frame.waitForSelector('.changes')
    t.strictSame(view.calls(), [
      { name: 'svc_get_recommendations', arguments: { appId: 1, since: '2026-03-24' } },
    ])
    const changes = await text(view, '.changes')
    t.match(changes, /Since Mar 24 SCALE now: 1 campaign, \$100\/day: Alpha \(was HOLD\)/)
    t.match(changes, /NEW 7 campaigns, \$343\/day: .* and 4 more/)
    t.match(changes, /GONE 1 campaign, \$77\/day: Gone/)
    t.match(
      await text(view, 'tr:has-text("Alpha") + .under .outcome'),
      /^Was HOLD, spend \+25\.0%$/,
    )
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('opening a campaign sends one request', async t => {
    const view = await showView(browser, service, 'recommendations', { appId: 1 })
    const alpha = view.frame.locator('.campaigns th .lnk', { hasText: 'Alpha' }).first()
    await alpha.click()
    await view.frame.waitForSelector('.panel .both > :last-child tbody tr')
    const filters = { campaigns: ['Alpha'], networks: ['Meta'], platforms: ['IOS'] }
    t.strictSame(view.calls(), [
      {
        name: 'svc_get_roas_history',
        arguments: { appId: 1, granularity: 'campaign', ...filters },
      },
      {
        name: 'svc_get_recommendations',
        arguments: { appId: 1, granularity: 'campaign_geo', ...filters },
      },
    ])
    t.strictSame(
      (await view.frame.locator('.panel .both > :last-child tbody tr').allInnerTexts()).map(row =>
        row.replace(/\s+/g, ' ').trim(),
      ),
      ['United States $75 150.0% 150% SCALE', 'Germany $25 150.0% 150% SCALE'],
    )
    t.match(await text(view, '.panel'), /All countries say SCALE/)
    t.equal(
      await view.frame.locator('.panel .trend .ch-dot').count(),
      1,
      'the cohort of the snapshot',
    )
    await view.page.keyboard.press('Escape')
    t.equal(await view.frame.locator('.panel').count(), 0)
    t.ok(
      await alpha.evaluate(button => button === document.activeElement),
      'the focus is where it was',
    )
    await alpha.click()
    await view.frame.waitForSelector('.panel .both > :last-child tbody tr')
    await view.frame.click('.panel button:text("Close")')
    t.equal(view.calls().length, 2)
    await unfold(view)
    await view.frame.locator('.campaigns th .lnk', { hasText: 'Web' }).click()
    await view.frame.waitForSelector('.panel .both > :last-child tbody tr')
    t.strictSame(view.calls()[3]!.arguments, {
      appId: 1,
      granularity: 'campaign_geo',
      campaigns: ['Web'],
      networks: ['Meta'],
    })
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test('selected rows are sent to the chat, shown rows are copied', async t => {
    const view = await showView(browser, service, 'recommendations', { appId: 1 })
    await view.frame.click('tr[data-row]:nth-child(1) input')
    await view.frame.click('tr[data-row]:nth-child(2) input')
    await view.frame.click('text=Ask about these')
    await view.frame.waitForSelector('text=Sent to the chat')
    const paramsOf = (method: string) => view.requests.find(one => one.method === method)!.params
    t.match(paramsOf('ui/message'), {
      role: 'user',
      content: [{ type: 'text', text: 'What should we do with these 2 campaigns?' }],
    })
    const { content, structuredContent } = paramsOf('ui/update-model-context') as {
      content: { text: string }[]
      structuredContent: object
    }
    t.match(
      content[0]!.text,
      /Alpha \(IOS, Meta, US\): SCALE, above the band; \$100\/day; predicted ROAS 150\.0% against target 100\.0%; .*Lower the D1 ROAS target from 40\.0% to 36\.0% \(buys more\)/,
    )
    t.match(structuredContent, {
      appId: 1,
      runId: 1,
      granularity: 'campaign',
      campaigns: [{ campaign: 'Alpha', dailySpend: 100 }, { campaign: '=1+1' }],
    })

    await view.frame.evaluate('document.execCommand = () => false')
    await view.frame.click('text=Copy as TSV')
    const lines = (await view.frame.locator('.copy textarea').inputValue())
      .split('\n')
      .map(line => line.split('\t'))
    t.strictSame(lines[0]!.slice(0, 5), ['Platform', 'Network', 'Campaign', 'Country', 'Action'])
    t.strictSame(lines[1], [
      'IOS',
      'Meta',
      'Alpha',
      'US',
      'SCALE',
      'above the band',
      'HIGH',
      '0.7',
      '100',
      '1',
      '1.5',
      '',
      '',
      'false',
      '1.5',
      'Lower the D1 ROAS target from 40.0% to 36.0% (buys more)',
      '',
      '',
      '',
    ])
    t.equal(lines[2]![2], "'=1+1", 'a formula stays text')
    t.equal(lines.length, 10)
    await view.page.close()
  })

  t.test('names never become markup, on the smallest screen too', async t => {
    const view = await showView(
      browser,
      service,
      'recommendations',
      { appId: 1, since: '2026-03-20' },
      { size: { width: 320, height: 800 } },
    )
    await unfold(view)
    for (const name of HOSTILE) t.ok((await names(view)).includes(name), name)
    t.equal(await view.frame.locator('img').count(), 0)
    await view.frame.locator('.campaigns th .lnk', { hasText: 'long name' }).click()
    await view.frame.waitForSelector('.panel .both > :last-child tbody tr')
    for (const filter of await view.frame.locator('.menu > button').all()) {
      await filter.click()
      const fits = await view.frame.evaluate(
        () => document.scrollingElement!.scrollWidth <= innerWidth,
      )
      t.ok(fits, `nothing is scrolled sideways, with ${await filter.innerText()}`)
    }
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  for (const theme of ['light', 'dark']) {
    t.test(`axe reports no problems, ${theme}`, async t => {
      const view = await showView(
        browser,
        service,
        'recommendations',
        { appId: 1, since: '2026-03-20' },
        { context: { theme, locale: 'en-US' } },
      )
      await view.frame.click('.campaigns th .lnk')
      await view.frame.waitForSelector('.panel .both > :last-child tbody tr')
      await view.frame.click('.campaigns th input')
      t.strictSame(await violations(view.frame), [])
      await view.page.close()
    })
  }

  t.test('recommendations by country are not called campaigns', async t => {
    const view = await showView(browser, service, 'recommendations', {
      appId: 1,
      granularity: 'campaign_geo',
    })
    const words = await text(view, 'main')
    t.notMatch(words, /18 campaigns|6 campaigns/)
    t.match(words, /5 keep, 1 with data to check/)
    await view.page.close()
  })

  t.test('an unbroken name stays within 360 px', async t => {
    const view = await showView(
      browser,
      service,
      'recommendations',
      { appId: 1 },
      {
        size: { width: 360, height: 800 },
        change: answer => {
          const columns = answer['columns'] as string[]
          for (const row of answer['rows'] as unknown[][]) {
            row[columns.indexOf('campaign')] =
              `${'Unbroken_name_of_a_campaign'.repeat(8)}${String(row[0])}`
            row[columns.indexOf('network')] = 'Network'.repeat(20)
          }
        },
      },
    )
    t.equal(await view.frame.evaluate(() => document.documentElement.scrollWidth), 360)
    await view.frame.locator('.campaigns th .lnk').first().click()
    await view.frame.locator('.panel').waitFor()
    t.equal(await view.frame.evaluate(() => document.documentElement.scrollWidth), 360)
    await view.page.close()
  })

  t.test('the host receives the displayed question', async t => {
    const view = await showView(browser, service, 'recommendations', { appId: 1 })
    await view.frame.click('.menu > button:has-text("Call")')
    await view.frame.click('.menu:has(button:has-text("Call")) label:has-text("SCALE")')
    await until('the question', () =>
      view.requests.some(({ method }) => method === 'ui/update-model-context'),
    )
    t.match(view.requests.at(-1)!.params['structuredContent'], {
      tool: 'svc_get_recommendations',
      arguments: { appId: 1 },
      shown: { action: ['SCALE'], order: 'step' },
    })
    await view.page.close()
  })

  t.test('an empty result, and a host without tools, are explained', async t => {
    const view = await showView(browser, service, 'recommendations', {
      appId: 1,
      networks: ['None'],
    })
    t.match(await text(view, 'main'), /Nothing matches/)
    await view.page.close()
    const { serverTools: _, ...rest } = EVERYTHING
    const mute = await showView(
      browser,
      service,
      'recommendations',
      { appId: 1 },
      { capabilities: rest },
    )
    t.equal(await mute.frame.locator('text=Compare with a week ago').count(), 0)
    await mute.frame.click('.campaigns th .lnk')
    t.match(await text(mute, '.panel'), /cannot load history and countries/)
    t.strictSame([...view.errors, ...mute.errors, ...mute.calls()], [])
    await mute.page.close()
  })
})
