/** An app with 300 campaigns, whose names are long, alike, and of several scripts. */

import t from 'tap'
import type { CohortRevenueRow, CohortRow } from '../../../reference/delivery.ts'
import {
  alertRow,
  appRow,
  cohortRow,
  minimalDelivery,
  recommendationRow,
  revenueOf,
  revenueRow,
  runRow,
  steadyCohorts,
} from '../../../reference/minimal-delivery.ts'
import { startBrowser } from '../../../support/browser.ts'
import { settled } from '../../../support/page/app.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import { openPage, startPageService, waitForHeading } from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }

const COUNT = 300
const NETWORKS = ['Meta', 'Google Ads', 'AppLovin', 'Moloco', 'Tiny']

const ARABIC = 'لعبة '.repeat(9).trim() // cspell:disable-line

const NAMES = [
  (index: number) => `Hero Quest | Prospecting | Broad audiences | Tier one | Video v${index}`,
  (index: number) => `${ARABIC} ${index}`,
  (index: number) => `勇者の冒険_新規獲得_全国_動画広告_縦型_第二弾_${index}`,
  (index: number) => `🎮🔥 Launch ${index}`,
]

const campaigns = Array.from({ length: COUNT }, (_, index) => ({
  platform: 'IOS' as const,
  network: NETWORKS[index % NETWORKS.length]!,
  campaign: NAMES[index % NAMES.length]!(index),
  country: 'US',
}))

const recommendations = campaigns.map((campaign, index) =>
  recommendationRow({
    ...campaign,
    recommendation_id: index + 1,
    spend: String(6000 - 15 * index),
    // One in three is on target and keeps.
    ...(index % 3 !== 0 && { predicted_paid_gross_roas: 0.5 }),
  }),
)

/** Twelve weeks of each network, whose ROAS is 50 %; of `Tiny` in one week 600 %. */
const history = campaigns.slice(0, NETWORKS.length).flatMap(campaign =>
  Array.from({ length: 12 }, (_, week) => {
    const install_date = new Date(Date.UTC(2026, 2, 20) - week * 7 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    const revenue = campaign.network === 'Tiny' && week === 5 ? '60' : '5'
    return [
      cohortRow({ ...campaign, install_date }),
      revenueRow({ ...campaign, install_date, ...revenueOf(revenue) }),
    ] as [CohortRow, CohortRevenueRow]
  }),
)

const service = await startPageService(t, {
  deliveries: [
    minimalDelivery({
      apps: [appRow()],
      networks: NETWORKS.map(network => ({ network, traditional: true })),
      runs: [
        runRow(),
        runRow({ run_id: 2, kind: 'alert', created_at: '2026-03-31T07:00:00.000Z' }),
      ],
      recommendations,
      cohorts: [...steadyCohorts(recommendations), ...history.map(([cohort]) => cohort)],
      cohort_revenue: history.map(([, revenue]) => revenue),
      roas_snapshots: [],
      alerts: campaigns.map((campaign, index) =>
        alertRow({
          ...campaign,
          run_id: 2,
          alert_id: index + 1,
          title: 'ROAS below target',
          metric: 'roas',
          value: 0.5,
          reference: 1,
          change: -0.5,
        }),
      ),
    }),
  ],
})

function open(query: string, width = 1400) {
  return openPage(browser!, service.url, {
    key: service.key,
    now: '2026-03-31T12:00:00Z',
    query,
    size: { width, height: 1000 },
  })
}

t.test('campaigns are found by a part of their name, by call and by step', skip, async t => {
  const { page, context, errors } = await open('?app=1')
  await settled(page)
  const rows = () => page.locator('table.cl tbody tr').count()
  t.equal(await rows(), 40)
  await page.getByLabel('Find a campaign').fill('tier one')
  t.equal(await rows(), 40)
  await page.getByLabel('Find a campaign').fill('video v28')
  t.equal(await rows(), 4, 'of 28, 280, 284 and 288')
  await page.getByLabel('Find a campaign').fill('reduce')
  const reduced = page.locator('table.cl tbody td:nth-child(2)')
  t.strictSame([...new Set(await reduced.allTextContents())], ['REDUCE'])
  await page.getByLabel('Find a campaign').fill('')
  await page.getByLabel('What to do', { exact: true }).selectOption('With a step')
  for (const step of await page.locator('table.cl tbody td.do').allTextContents())
    t.notMatch(step, /^(Keep|–)/)
  t.same(errors, [])
  await context.close()
})

t.test(
  'a name is cut in the middle, in its own direction, and its title is whole',
  skip,
  async t => {
    const { page, context } = await open('?app=1')
    await settled(page)
    const names = await page.locator('table.cl .name').evaluateAll(all =>
      all.map(name => {
        const [box, row] = [
          name.getBoundingClientRect(),
          name.closest('th')!.getBoundingClientRect(),
        ]
        return {
          text: name.textContent,
          title: name.closest('th')!.title,
          direction: getComputedStyle(name).direction,
          isInside: box.right <= row.right + 1 && box.left >= row.left - 1,
          isCut: name.firstElementChild!.scrollWidth > name.firstElementChild!.clientWidth,
        }
      }),
    )
    for (const { text, title, direction, isInside } of names) {
      t.ok(title.startsWith(text))
      t.equal(direction, text.startsWith(ARABIC) ? 'rtl' : 'ltr', text)
      t.ok(isInside, text)
    }
    t.ok(names.some(({ isCut }) => isCut))
    const end = page.locator('table.cl .name', { hasText: 'Hero Quest' }).first()
    t.match(
      await end.evaluate(name => name.lastChild!.textContent),
      /Video v\d+$/,
      'the end differs, and stays',
    )
    t.match(
      await end.evaluate(name => {
        getSelection()!.selectAllChildren(name)
        return String(getSelection())
      }),
      /^Hero Quest \| Prospecting \| .* \| Video v\d+$/,
      'it is copied whole, in one line',
    )
    await context.close()
  },
)

t.test('a week far above the others is cut, marked, and read in full', skip, async t => {
  const { page, context } = await open('?app=1')
  await settled(page)
  const tops = await page
    .locator('.p')
    .evaluateAll(panels =>
      panels.map(panel => [...panel.querySelectorAll('[data-tick]')].at(-1)!.textContent),
    )
  t.equal(new Set(tops).size, 1, `one axis: ${tops.join()}`)
  const tiny = page.locator('[data-panel=Tiny]')
  t.equal(await page.locator('.p .ch-cut').count(), 1)
  t.equal(await tiny.locator('.ch-cut').count(), 1)
  t.match(await page.textContent('#panels .ch-key'), 'above the scale')
  t.match(await page.textContent('#panels table'), '600.0%')
  await context.close()
})

t.test('panels cut names in the middle, and fold groups without values', skip, async t => {
  const { page, context } = await open('?app=1&by=campaign')
  await settled(page)
  const heights = await page
    .locator('.p .t')
    .evaluateAll(titles => titles.map(title => title.getBoundingClientRect().height))
  t.ok(heights.length > 3 && new Set(heights).size === 1, `one line each: ${heights.join()}`)
  const panel = page.locator('.p', { hasText: 'Video v0' })
  t.match(await panel.locator('.name').evaluate(name => name.lastChild!.textContent), 'Video v0')
  const others = page.locator('#panels details', { hasText: 'without D7 ROAS' })
  t.equal(await others.locator('a').first().isVisible(), false)
  t.ok(
    (await page.locator('#panels').evaluate(section => section.getBoundingClientRect().height)) <
      900,
  )
  await context.close()
})

t.test('alerts are drawn sixty at a time', skip, async t => {
  const { page, context, errors } = await open('?view=alerts')
  t.match(await waitForHeading(page), /^300 campaigns/)
  const lines = page.locator('.ib > details[data-key]')
  t.equal(await lines.count(), 60)
  t.same(await axeViolations(page), [])
  await page.getByRole('button', { name: 'Show 60 more of' }).click()
  t.equal(await lines.count(), 120)
  const filter = page.getByLabel('Direction')
  await filter.selectOption({ label: 'Buys less' })
  t.equal(await lines.count(), 60, 'another filter shows its first lines')
  await filter.selectOption({ label: 'Both' })
  const last = await lines.last().getAttribute('data-key')
  await lines.last().locator('summary').click()
  await page.reload()
  await waitForHeading(page)
  t.equal(await lines.last().getAttribute('data-key'), last, 'the open line is always among them')
  t.same(errors, [])
  await context.close()
})

t.test(
  'at 768 px a call does not cover its step, and a heading that sorts is a word',
  skip,
  async t => {
    const { page, context } = await open('?app=1', 768)
    await settled(page)
    const gaps = await page.locator('table.cl tbody tr:has(.tag)').evaluateAll(rows =>
      rows.map(row => {
        const [tag, step] = [row.querySelector('.tag')!, row.querySelector('td.do')!]
        return step.getBoundingClientRect().left - tag.getBoundingClientRect().right
      }),
    )
    t.ok(gaps.length > 0 && gaps.every(gap => gap >= 4), gaps.join())
    t.match(
      await page.locator('table.cl thead').evaluate(head => (head as HTMLElement).innerText),
      /Spend ▾\s*ROAS$/,
    )
    await context.close()
  },
)
