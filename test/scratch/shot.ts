import t from 'tap'
import { startBrowser } from '../support/browser.ts'
import { openPage, startDemoPage, NOW, shown } from '../mcp/page/support/open-page.ts'
import { settled } from '../mcp/page/app/support.ts'
t.test('shot', { timeout: 0 }, async t => {
  const browser = (await startBrowser(t))!
  const { url, key } = await startDemoPage(t)
  for (const [width, theme] of [[1400, 'light'], [390, 'dark']] as const) {
    const { page, errors } = await openPage(browser, url, { key, query: '', now: NOW, theme, size: { width, height: 1000 } })
    await shown(page)
    await page.screenshot({ path: `/tmp/q-today-${width}.png`, fullPage: true })
    await page.goto(url + '?app=101&plan=same')
    await settled(page)
    await page.locator('#budget').evaluate(e => e.scrollIntoView())
    await page.waitForTimeout(300)
    await page.setViewportSize({ width, height: 1700 })
    await page.locator('#budget').evaluate(e => e.scrollIntoView())
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/q-plan-${width}.png` })
    await page.setViewportSize({ width, height: 1000 })
    await page.goto(url + '?app=101&panel=AppLovin&open=AXON+US+%7C+iOS+%7C+D0+15%25&on=IOS&of=AppLovin')
    await settled(page)
    await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
    await page.screenshot({ path: `/tmp/q-drawer-${width}.png` })
    console.log(errors)
  }
})
