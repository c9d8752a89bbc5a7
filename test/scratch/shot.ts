import t from 'tap'
import { startBrowser } from '../support/browser.ts'
import { openPage, startDemoPage, NOW } from '../mcp/page/support/open-page.ts'
import { settled } from '../mcp/page/app/support.ts'
t.test('shot', async t => {
  const browser = (await startBrowser(t))!
  const { url, key } = await startDemoPage(t)
  for (const [width, theme] of [[1400, 'light'], [390, 'dark']] as const) {
    const { page } = await openPage(browser, url, { key, query: '?app=101', now: NOW, theme, size: { width, height: 900 } })
    await settled(page)
    await page.locator('#campaigns').scrollIntoViewIfNeeded()
    await page.locator('#campaigns').evaluate(e => e.scrollIntoView())
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/cl-${width}.png` })
    if (width === 1400) { 
      console.log(await page.locator('#campaigns').getByRole('row').count(), await page.locator('#campaigns').getByRole('cell').count(), await page.locator('#campaigns').getByRole('rowheader').count())
      await page.emulateMedia({ media: 'print' }); await page.setViewportSize({ width: 760, height: 1000 }); await page.locator('#campaigns').evaluate(e => e.scrollIntoView()); await page.screenshot({ path: '/tmp/cl-print.png' }) }
  }
})
