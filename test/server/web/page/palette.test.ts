import t from 'tap'
import { cohortRow, minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { startBrowser } from '../../../support/browser.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import {
  openPage,
  restRequests,
  waitForHeading,
  startPageService,
} from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const now = '2026-03-31T12:00:00Z'

t.test('/ and Ctrl K find apps, screens and each of 600 campaigns by any words', skip, async t => {
  const campaigns = Array.from(
    { length: 600 },
    (_, index) => `US Été ${String(index).padStart(3, '0')} שלום`,
  )
  const cohorts = campaigns.map(campaign => cohortRow({ campaign, install_date: '2026-03-30' }))
  const { url, key } = await startPageService(t, {
    deliveries: [minimalDelivery({ cohorts, cohort_revenue: [], roas_snapshots: [] })],
  })
  const opened = await openPage(browser!, url, { now, key, size: { width: 1280, height: 900 } })
  const { page, context, errors } = opened
  await waitForHeading(page)
  const names = () => page.locator('.palette li > bdi').allTextContents()
  t.equal(
    restRequests(opened).filter(target => target.includes('campaigns')).length,
    0,
    'no request before it is opened',
  )
  await page.keyboard.press('/')
  await page.waitForSelector('.palette input:focus')
  await page.waitForSelector('.palette li')
  t.same((await names()).slice(0, 4), ['Today', 'Alerts', 'Track record', 'Game'])
  await page.keyboard.type('ete 417')
  await page.waitForFunction(() => document.querySelectorAll('.palette li').length === 1)
  t.same(await names(), ['US Été 417 שלום'], 'case and accents do not count')
  t.same(await axeViolations(page), [])
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog.dr')
  t.equal(await page.textContent('dialog.dr h2'), 'US Été 417 שלום')
  t.equal(await page.locator('dialog.dr h2 bdi').count(), 1)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.waitForSelector('.palette input:focus')
  await page.keyboard.type('us')
  await page.waitForSelector('.palette > p:has-text("570 more: add a word.")')
  await page.locator('.palette input').fill('t')
  await page.waitForFunction(
    () => document.querySelectorAll('.palette li > bdi')[1]?.textContent === 'Track record',
  )
  t.equal((await names())[0], 'Today', 'words that begin with it come first')
  await page.locator('.palette input').fill('us')
  await page.waitForSelector('.palette > p:has-text("570 more: add a word.")')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  t.equal(await page.locator('.palette li[aria-selected=true]').getAttribute('id'), 'found-2')
  await page.locator('.palette input').fill('record')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.search === '?view=trust')
  t.equal(await page.locator('.palette').count(), 0)
  await page.click('header button:text("Search")')
  await page.waitForSelector('.palette')
  await page.keyboard.press('Escape')
  t.equal(await page.locator('.palette').count(), 0)
  t.match(await page.textContent('header'), 'Studio', 'the company is named')
  t.same(errors, [])
  await context.close()
})
