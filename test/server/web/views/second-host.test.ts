import t from 'tap'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { requireOrSkip } from '../../../support/require-or-skip.ts'
import { startService } from '../../../support/started-service.ts'
import { hasMcpUi, openMcpUiHost, type HostWindow } from '../../../support/views/mcp-ui-host.ts'
import { probeHtml } from '../../../support/views/probe-html.ts'
import { startBrowser } from '../../../support/browser.ts'

const VIEWS = {
  svc_get_recommendations: { appId: 1 },
  svc_get_report: { appId: 1, metrics: ['spend', 'roas'], dsiValues: [7] },
  svc_get_roas_history: { appId: 1 },
  svc_get_alerts: { appId: 1 },
}

t.test('views work in a host that uses @mcp-ui/client', async t => {
  if (!requireOrSkip(t, hasMcpUi, '@mcp-ui/client')) return
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startService(t, { deliveries: [minimalDelivery()] })
  await service.server.start()
  const host = await openMcpUiHost(t, browser, {
    endpoint: `${service.server.info.uri}/v1/mcp`,
    key: await service.keyOf(1),
  })

  const problems = () => host.page.evaluate(() => (window as unknown as HostWindow).problems)

  for (const [tool, args] of Object.entries(VIEWS)) {
    t.test(tool, async t => {
      const view = await host.show(tool, args)
      const heading = view.locator('h1')
      await heading.getByText('Game').waitFor()
      t.match(await heading.innerText(), /\w+ +Game/, 'whose data they are')
      t.equal(await view.locator('html').getAttribute('data-theme'), 'light')
      await host.page.evaluate(() =>
        (window as unknown as HostWindow).change({ theme: 'dark', locale: 'de-DE' }),
      )
      await view.locator('html[data-theme=dark]').waitFor()
      t.strictSame([...host.errors, ...(await problems())], [])
    })
  }

  t.test('a view whose result was dropped requests it through the host', async t => {
    const view = await host.show('svc_get_alerts', { appId: 1 }, { toolResult: { content: [] } })
    await view.locator('h1').getByText('Game').waitFor()
    t.strictSame([...host.errors, ...(await problems())], [])
  })

  t.test('without arguments a person chooses the app', async t => {
    const view = await host.show(
      'svc_get_alerts',
      { appId: 1 },
      { toolInput: null, toolResult: { content: [] } },
    )
    await view.getByRole('button', { name: /^Game/ }).click()
    await view.locator('h1').getByText('Game').waitFor()
    t.strictSame([...host.errors, ...(await problems())], [])
  })

  t.test('links, messages and calls from a view reach the host', async t => {
    const view = await host.show('svc_get_alerts', { appId: 1 }, { html: await probeHtml() })
    await view.getByRole('button', { name: 'Open a link' }).click()
    await host.page.waitForFunction(() => (window as unknown as HostWindow).opened.length > 0)
    t.strictSame(await host.page.evaluate(() => (window as unknown as HostWindow).opened), [
      'https://example.com/a?b=c#d',
    ])
    await view.getByRole('button', { name: 'Say' }).click()
    await host.page.waitForFunction(() => (window as unknown as HostWindow).said.length > 0)
    t.strictSame(await host.page.evaluate(() => (window as unknown as HostWindow).said), [
      [{ type: 'text', text: 'Hello' }],
    ])
    await view.locator('#number').fill('7')
    await view.locator('#shown').getByText('"limit":7').waitFor()
    await view.locator('main[aria-busy=false]').waitFor()
    t.equal(await view.locator('.notice').count(), 0)
    t.strictSame([...host.errors, ...(await problems())], [])
  })
})
