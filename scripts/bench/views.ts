import { readFileSync } from 'node:fs'
import { chromium, type Frame } from 'playwright-core'
import { openInRawHost } from '../../test/mcp/views/support/raw-host.ts'
import { addDays } from '../../server/model/dates.ts'
import { today } from './support/bench-store.ts'
import { median, measurement, type Measurement } from './support/measurement.ts'

const ROWS = 500
const ROUNDS = 5
const NETWORKS = ['AppLovin', 'Meta Ads', 'Google Ads', 'TikTok For Business', 'Unity Ads']

const CONTEXT = {
  app: { id: 1, name: 'Game' },
  currency: 'USD',
  targetDsi: 30,
  targetRoasType: 'PAID',
  targetRevenueType: 'GROSS',
  actionThreshold: 0.05,
  runId: 1,
  runCreatedAt: `${today}T00:00:00.000Z`,
  dataThrough: today,
  filters: {},
  startDate: addDays(today, -100),
  endDate: today,
}

function at(n: number) {
  return {
    platform: n % 2 === 0 ? 'IOS' : 'ANDROID',
    network: NETWORKS[n % 5]!,
    campaign: `Campaign ${n}`,
    country: 'GLOBAL',
  }
}

/** Results with the maximum number of rows, in the contract's format. */
const ANSWERS: Record<string, { totals: object; context: object; row: (n: number) => object }> = {
  recommendations: {
    context: { ...CONTEXT, granularity: 'campaign', trackRecord: [{ platform: 'IOS', decisions: 100, p80: 0.1 }], events: [] },
    totals: Object.fromEntries(['SCALE', 'HOLD', 'REDUCE'].map(action => [action, { count: 166, dailySpend: 16_600 }])),
    row: n => ({
      id: n,
      ...at(n),
      action: ['SCALE', 'HOLD', 'REDUCE'][n % 3],
      actionReason: ['above_band', 'within_band', 'below_band'][n % 3],
      status: ['HIGH', 'MEDIUM', 'LOW'][n % 3],
      confidenceScore: 0.7,
      dailySpend: 5000 / (n + 1),
      paidInstalls: 100,
      paidCpi: 2,
      targetPaidGrossRoas: 0.6,
      predictedPaidGrossRoas: 0.4 + (n % 40) / 100,
      closeCall: n % 4 === 0,
      optimisationDsi: 7,
      optimisationLiveRoas: 0.3,
      optimisationPacedRoas: 0.33,
    }),
  },
  report: {
    context: { ...CONTEXT, granularity: 'campaign', installGrouping: 'WEEKLY', totalsOf: 'all rows' },
    totals: { spend: 1_000_000, roas_paid_gross_d7: 0.3, roas_paid_gross_d30: 0.6 },
    row: n => ({
      install_cohort: addDays(today, -7 * (n % 15)),
      ...at(Math.floor(n / 15)),
      spend: 5000 / (n + 1),
      roas_paid_gross_d7: 0.3 + (n % 10) / 100,
      roas_paid_gross_d30: 0.6 + (n % 20) / 100,
      period_days: 7,
      actual_share_d7: n % 15 > 1 ? 1 : 0,
      actual_share_d30: n % 15 > 4 ? 1 : 0,
    }),
  },
  'roas-history': {
    context: { ...CONTEXT, granularity: 'campaign', installGrouping: 'WEEKLY', fullFromAge: 6, actualFromAge: 36, accuracy: [] },
    totals: {},
    row: n => ({
      created_at: `${today}T00:00:00.000Z`,
      install_cohort: addDays(today, -7 * (n % 15)),
      dsi: 30,
      roas_type: 'paid',
      revenue_type: 'gross',
      recommendation_id: n,
      ...at(Math.floor(n / 15)),
      daily_spend: 100,
      roas_by_age: Object.fromEntries([6, 13, 20, 27, 34, 41].map(age => [age, 0.5 + ((n * age) % 20) / 100])),
    }),
  },
  alerts: {
    context: CONTEXT,
    totals: { BIDS: { count: 250 }, ANALYTICS: { count: 250 } },
    row: n => ({
      id: n,
      appId: 1,
      createdAt: `${today}T00:00:00.000Z`,
      alertGroup: n % 2 === 0 ? 'BIDS' : 'ANALYTICS',
      title: ['Live bid above recommendation', 'ROAS below target'][n % 2],
      ...at(n),
      dailySpend: 5000 / (n + 1),
      summary: 'Predicted ROAS is 44.1 % against a target of 63.0 %.',
      detail: 'The cohorts of the bet lookback range are heading for less.',
      spendDetail: null,
      recommendedAction: 'Set the bid to 16.5 %.',
    }),
  },
}

function resultOf(view: string): object {
  const { context, totals, row } = ANSWERS[view]!
  const rows = Array.from({ length: ROWS }, (_, n) => row(n))
  const columns = Object.keys(rows[0]!)
  const structuredContent = { totalRows: ROWS, truncated: false, context, totals, columns, rows: rows.map(Object.values) }
  return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
}

async function watch(frame: Frame, event: 'message' | 'change'): Promise<void> {
  await frame.evaluate(event => {
    const measured = { from: 0, to: 0 }
    Object.assign(window, { measured })
    addEventListener(event, () => (measured.from ||= performance.now()), { once: true, capture: true })
    new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => (measured.to = performance.now())))).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  }, event)
}

async function measured(frame: Frame): Promise<number> {
  await new Promise(resolve => setTimeout(resolve, 1000))
  return frame.evaluate(() => {
    const { from, to } = (window as unknown as { measured: { from: number; to: number } }).measured
    return to - from
  })
}

export async function views(): Promise<Measurement[]> {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const rows: Measurement[] = []
  for (const view of Object.keys(ANSWERS)) {
    const times = { first: [] as number[], filter: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      const html = readFileSync(new URL(`../../generated/views/${view}.html`, import.meta.url), 'utf8')
      const host = await openInRawHost(browser, { html, capabilities: {} })
      await watch(host.frame, 'message')
      await host.notify('ui/notifications/tool-result', resultOf(view))
      times.first.push(await measured(host.frame))
      await watch(host.frame, 'change')
      const found = await host.frame.evaluate(() => {
        const box = document.querySelector<HTMLInputElement>('.filters input[type=checkbox]')
        box?.click()
        return box !== null
      })
      if (found) times.filter.push(await measured(host.frame))
      await host.page.close()
    }
    rows.push(measurement(`${view}: ${ROWS} rows, first shown`, median(times.first), NaN, 'ms', 'under 200 ms'))
    if (times.filter.length > 0) rows.push(measurement(`${view}: a local filter`, median(times.filter), NaN, 'ms', 'under 50 ms'))
  }
  await browser.close()
  return rows
}
