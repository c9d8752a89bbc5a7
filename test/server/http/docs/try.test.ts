import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import t from 'tap'
import { requireOrSkip } from '../../../support/require-or-skip.ts'
import { fixture } from '../fixture.ts'

const CHROMIUM = '/usr/bin/chromium'

t.test('requests can be tried at whatever address the page is opened, and only those', async t => {
  if (!requireOrSkip(t, existsSync(CHROMIUM), 'Chromium')) return
  const baseUrl = 'https://public.example/uascope'
  const config = { host: '127.0.0.1', port: 0, baseUrl, corsOrigins: [], metrics: false, trustProxy: false, web: false }
  const { server, key } = await fixture(t.testdir(), {}, { config })
  await server.start()
  t.teardown(() => server.stop({ timeout: 100 }))
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  t.teardown(() => browser.close())

  for (const host of ['localhost', '127.0.0.1']) {
    const page = await browser.newPage()
    const address = `http://${host}:${server.info.port}`
    await page.goto(`${address}/docs`)
    const operation = page.locator('[id="get-/v1/apps"]')
    await operation.locator('button', { hasText: 'TRY' }).waitFor()
    await page.evaluate(key => {
      const docs = document.querySelector('rapi-doc') as unknown as { setApiKey: (scheme: string, key: string) => void }
      docs.setApiKey('apiKey', key)
    }, key)
    const answered = page.waitForResponse(`${address}/v1/apps`, { timeout: 10_000 })
    await operation.locator('button', { hasText: 'TRY' }).click()
    const answer = await answered
    t.equal(answer.status(), 200, host)
    t.match(await answer.json(), [{ name: 'Tides' }])
    await operation.getByText('Tides').first().waitFor()

    const filter = page.locator('[id="get-/v1/alerts"]').locator('[data-pname="campaigns"]').first()
    const filled = await filter.evaluate(field => String((field as unknown as { value?: unknown }).value ?? ''))
    t.equal(filled, '', 'an example does not become a filter')
    await page.close()
  }
})
