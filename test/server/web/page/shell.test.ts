import t from 'tap'
import { startBrowser } from '../../../support/browser.ts'
import { axeViolations } from '../../../support/page/axe-page.ts'
import {
  NOW,
  openPage,
  restRequests,
  waitForHeading,
  sharedDemo,
  startDemoPage,
} from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const demo = sharedDemo(t)

t.test('the keyboard suffices: skip link, single keys, rows, the list of keys', skip, async t => {
  const { url, key } = await demo()
  const { page, context, errors } = await openPage(browser!, url, { key, now: NOW })
  await waitForHeading(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.keyboard.press('Tab')
  t.equal(await focused(), 'Skip to content', 'the first stop')
  await page.keyboard.press('Enter')
  t.equal(await page.evaluate(() => document.activeElement?.id), 'main')
  await page.keyboard.press('j')
  t.match(await focused(), /^(Raise|Lower|Cut) /, 'the first row')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  t.equal(await focused(), await page.textContent('.todo a'))
  await page.keyboard.press('a')
  t.match(page.url(), /\?view=alerts$/)
  await waitForHeading(page)
  t.equal(await page.title(), 'Alerts · uascope')
  t.equal(await page.evaluate(() => document.activeElement?.id), 'main', 'focus follows')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.keyboard.press('t')
  await waitForHeading(page)
  t.equal(await page.title(), 'Today · uascope')
  await page.keyboard.press('2')
  t.match(page.url(), /\?app=102$/)
  await page.goBack()
  await waitForHeading(page)
  t.equal(await page.title(), 'Today · uascope', 'Back undoes a key')

  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open]')
  t.match(await page.textContent('dialog'), /t.*Today.*Esc.*Close/s)
  t.same(await axeViolations(page), [])
  await page.keyboard.press('a')
  t.equal(await page.title(), 'Today · uascope', 'no single key while a dialog is open')
  await page.uncheck('dialog input[type=checkbox]')
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog[open]', { state: 'detached' })
  await page.keyboard.press('a')
  t.equal(await page.title(), 'Today · uascope', 'single keys are off')
  await page.reload()
  await waitForHeading(page)
  await page.keyboard.press('a')
  t.equal(await page.title(), 'Today · uascope', 'also after a reload')
  t.same(errors, [])
  await context.close()
})

t.test('single keys do nothing while typing or with a modifier', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { key, now: NOW, query: '?view=alerts' })
  await waitForHeading(page)
  await page.locator('.ib input[type=date]').focus()
  await page.keyboard.press('t')
  await page.keyboard.press('1')
  t.equal(await page.title(), 'Alerts · uascope')
  await page.locator('main').focus()
  await page.keyboard.press('Alt+t')
  t.equal(await page.title(), 'Alerts · uascope')
  await context.close()
})

t.test('the theme follows the system until one is selected', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { key, now: NOW, theme: 'dark' })
  await waitForHeading(page)
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  t.equal(await background(), 'rgb(15, 17, 19)')
  await page.click('button:has-text("Theme")')
  t.equal(await background(), 'rgb(250, 250, 249)', 'light')
  await page.reload()
  await waitForHeading(page)
  t.equal(await background(), 'rgb(250, 250, 249)', 'kept')
  await page.click('button:has-text("Theme")')
  await page.click('button:has-text("Theme")')
  t.match(await page.textContent('button:has-text("Theme")'), 'as the system')
  t.equal(await background(), 'rgb(15, 17, 19)')
  await context.close()
})

t.test('forced colors keep borders and words', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { key, now: NOW })
  await page.emulateMedia({ forcedColors: 'active' })
  await waitForHeading(page)
  t.match(await page.textContent('.todo .amt'), /\/day$|not priced/, 'a word says what a number is')
  const border = await page.evaluate(
    () => getComputedStyle(document.querySelector('.todo')!).borderTopColor,
  )
  t.equal(border, await page.evaluate(() => getComputedStyle(document.body).color))
  t.same(await axeViolations(page), [])
  await context.close()
})

t.test('links can be opened in new tabs', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { key, now: NOW })
  await waitForHeading(page)
  t.equal(await page.getAttribute('.ar a', 'href'), '/?app=101')
  const opened = context.waitForEvent('page')
  await page.click('header nav a:text("Alerts")', { modifiers: ['Control'] })
  await (await opened).waitForURL(/\?view=alerts$/)
  t.equal(await page.title(), 'Today · uascope', 'this tab stays')
  await context.close()
})

t.test('the rate limit shows a countdown, and the page stays usable', skip, async t => {
  // One for the overview, three of others, one for the alerts; the last is a reserve.
  const { url, key, get } = await startDemoPage(t, { environment: { RATE_LIMIT: '6' } })
  const { page, context, errors, requests } = await openPage(browser!, url, { key })
  await waitForHeading(page)
  for (let i = 0; i < 3; i++) await get('/v1/apps')
  const alerts = page.waitForResponse(/v1\/alerts/)
  await page.click('header nav a:text("Alerts")')
  await alerts
  await page.click('header nav a:text("Apps")')
  const bar = page.locator('.countdown')
  await bar.waitFor()
  t.match(await bar.textContent(), /Next request in \d+ s.*What is on screen stays/)
  t.same(await axeViolations(page), [])
  await page.keyboard.press('t')
  t.match(await page.textContent('.apps'), 'Merge Manor', 'what is known is shown')
  t.ok(restRequests({ requests }).length <= 6)
  t.same(errors, [], 'no request was refused')
  await context.close()
})

t.test(
  'a reload shows the countdown again, once its first requests were refused',
  skip,
  async t => {
    const { url, key } = await demo()
    const { page, context } = await openPage(browser!, url, { key })
    await waitForHeading(page)
    let requests = 0
    await page.route('**/v1/alerts?**', route => {
      requests++
      return route.fulfill({
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '600' },
        body: JSON.stringify({ status: 429, code: 'rate_limited', detail: 'Rate limit reached.' }),
      })
    })
    await page.keyboard.press('a')
    await page.locator('.countdown').waitFor()
    const before = requests
    await page.reload()
    await page.locator('.countdown').waitFor()
    t.match(await page.textContent('.countdown'), /Next request in (5\d\d|600) s/)
    t.ok(requests - before <= 4, `${requests - before} requests`)
    await context.close()
  },
)

t.test('a refused request is repeated when the wait ends', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { key })
  await waitForHeading(page)
  let refused = 0
  await page.route('**/v1/alerts?**', route => {
    if (refused++ === 0)
      return route.fulfill({
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '2' },
        body: JSON.stringify({ status: 429, code: 'rate_limited', detail: 'Rate limit reached.' }),
      })
    return route.continue()
  })
  await page.keyboard.press('a')
  await page.locator('.countdown').waitFor()
  t.match(await page.textContent('.countdown'), /Next request in [12] s/)
  await page.locator('.countdown').waitFor({ state: 'detached' })
  await page.waitForSelector('.ib details[data-key]')
  t.equal(await page.locator('[role=alert]').count(), 0)
  await context.close()
})

t.test('offline is said once, and the rest loads when the network is back', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { key, now: NOW })
  await waitForHeading(page)
  await context.setOffline(true)
  await page.locator('.ar a.cover').first().click()
  const notice = page.locator('[role=alert]')
  await notice.waitFor()
  t.match(await notice.allTextContents(), [/^You are offline.*loads when the network is back/])
  await page.keyboard.press('a')
  await page.waitForFunction(() => document.querySelector('main [role=status]') === null)
  t.equal(await page.textContent('h1'), 'Alerts', 'not that there are none')
  t.equal(await notice.count(), 1)
  t.same(await axeViolations(page), [])
  await context.setOffline(false)
  await page.waitForSelector('.ib details[data-key]')
  await notice.waitFor({ state: 'detached' })
  await context.close()
})

t.test('a failed request shows its reference and can be repeated', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, { now: NOW })
  let isDown = true
  await page.route('**/v1/overview', route =>
    isDown
      ? route.fulfill({
          status: 503,
          headers: { 'content-type': 'application/problem+json', 'x-request-id': '7f3a-91' },
          body: JSON.stringify({
            status: 503,
            code: 'unavailable',
            detail: 'The store did not respond in time.',
            requestId: '7f3a-91',
          }),
        })
      : route.continue(),
  )
  await page.fill('input[name=key]', key)
  await page.click('button:text("Open")')
  await page.waitForSelector('[role=alert]')
  t.match(
    await page.textContent('[role=alert]'),
    /The overview did not load\..*did not respond in time\. Reference 7f3a-91\./,
  )
  t.same(await axeViolations(page), [])
  isDown = false
  await page.click('button:text("Try again")')
  await page.waitForSelector('.todo li')
  t.equal(await page.locator('[role=alert]').count(), 0)
  await context.close()
})

t.test('loading keeps the layout, and slow loading is explained', skip, async t => {
  const { url, key } = await demo()
  const { page, context } = await openPage(browser!, url, {})
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route('**/v1/overview', async route => {
    await held
    await route.continue()
  })
  await page.fill('input[name=key]', key)
  await page.click('button:text("Open")')
  await page.waitForSelector('.ar .sk')
  t.match(await page.textContent('.ah'), /AppNewest dayLast 7 days/, 'labels first')
  t.same(await axeViolations(page), [])
  await page.waitForSelector('text=Still loading')
  release()
  await page.waitForSelector('.todo li')
  await context.close()
})
