import t from 'tap'
import { openPage } from '../../../support/page/open-page.ts'
import { startBrowser } from '../../../support/browser.ts'
import { fixture } from '../../../support/http-server.ts'

t.test('the page fits every screen, contacts no other service, and violates no policy', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const config = {
    host: '127.0.0.1',
    port: 0,
    baseUrl: null,
    corsOrigins: [],
    metrics: false,
    trustProxy: false,
    web: true,
  }
  const { server } = await fixture(t.testdir(), {}, { config })
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))

  for (const [width, theme] of [
    [390, 'light'],
    [390, 'dark'],
    [700, 'light'],
    [1000, 'light'],
    [1400, 'light'],
    [1400, 'dark'],
  ] as const) {
    for (const path of [
      '/docs',
      '/docs/getOverview',
      '/docs/svc_get_recommendations',
      '/docs/client',
      '/docs/client/UascopeClient',
    ]) {
      const named = `${path}, ${width} px, ${theme}`
      const { page, context, errors, requests } = await openPage(
        browser,
        `${server.info.uri}${path}`,
        {
          size: { width, height: 900 },
          theme,
        },
      )
      // Also what is folded away.
      await page.evaluate(() =>
        document.querySelectorAll('details').forEach(details => (details.open = true)),
      )
      t.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `${named}: nothing to scroll sideways`,
      )
      const wider = await page.evaluate(() =>
        [...document.querySelectorAll('body *')]
          .filter(
            element =>
              element.closest('pre') === null &&
              element.getBoundingClientRect().right > innerWidth + 1,
          )
          .map(element => element.outerHTML.slice(0, 80)),
      )
      t.same(wider, [], `${named}: nothing is cut off`)
      t.equal(await page.locator('.side').isVisible(), width >= 1000, `${named}: the column`)
      t.equal(await page.locator('.menu').isVisible(), width < 1000, `${named}: the menu`)
      t.same(errors, [], `${named}: nothing is blocked`)
      for (const { url } of requests) t.match(url, /^(http:\/\/127\.0\.0\.1:\d+\/docs|data:,)/)
      t.equal(await page.evaluate(() => document.scripts.length), path === '/docs' ? 1 : 0)
      await context.close()
    }
  }

  const { page } = await openPage(browser, `${server.info.uri}/docs`, {
    size: { width: 390, height: 800 },
  })
  await page.locator('.menu summary').click()
  await page.locator('.menu a[href="#errors"]').click()
  t.equal(new URL(page.url()).hash, '#errors')
  const under = await page.evaluate(() => {
    const [header, heading] = ['.top', '#errors h2'].map(name =>
      document.querySelector(name)!.getBoundingClientRect(),
    )
    return { hidden: heading!.top < header!.bottom, shown: heading!.bottom <= innerHeight }
  })
  t.same(under, { hidden: false, shown: true }, 'a link leads to where its heading is seen')
  await page.locator('.menu summary').press('Tab')
  t.equal(
    await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle),
    'solid',
    'the focus is seen',
  )

  await page.getByRole('searchbox').fill('ROAS_age')
  t.strictSame(await page.locator('#found a:visible').allInnerTexts(), ['getRoasHistory'])
  await page.locator('#found a:visible').click()
  await page.waitForURL('**/docs/getRoasHistory')
  await page.locator('.brand').click()
  await page.waitForURL('**/docs#start')
})
