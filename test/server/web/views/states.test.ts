import axe from 'axe-core'
import t from 'tap'
import { probeHtml } from '../../../support/views/probe-html.ts'
import { startBrowser } from '../../../support/browser.ts'
import { EVERYTHING, openInRawHost } from '../../../support/views/raw-host.ts'

const INPUT = [
  'ui/notifications/tool-input',
  { arguments: { appId: 1, networks: ['Meta', 'x'.repeat(90)] } },
] as const
const RESULT = 'ui/notifications/tool-result'
function refused(text: string) {
  return [RESULT, { isError: true, content: [{ type: 'text', text }] }] as const
}

const LONG_NAME = `${'A name without a place to break: '}${'x'.repeat(90)}`
const APPS = {
  apps: [
    { id: 1, name: LONG_NAME, currency: 'USD', dataThrough: '2026-03-30' },
    { id: 2, name: 'New', currency: 'JPY', dataThrough: null },
  ],
}

/** What a view shows as long as it has no answer: what the host says, and words that are seen then. */
const STATES: Record<
  string,
  { messages: readonly (readonly [string, object])[]; seen: string; capabilities?: object }
> = {
  waiting: { messages: [INPUT], seen: 'Loading the result.' },
  picking: { messages: [[RESULT, {}]], seen: 'USD, data through Mar 30' },
  'picking where nothing can be called': {
    messages: [[RESULT, {}]],
    seen: 'Nothing to show',
    capabilities: {},
  },
  cancelled: { messages: [INPUT, ['ui/notifications/tool-cancelled', {}]], seen: 'Retry' },
  refused: { messages: [INPUT, refused(`networks: ${'x'.repeat(90)}`)], seen: 'Request rejected' },
  limited: {
    messages: [INPUT, refused('HTTP 429. Try again in 34 s.')],
    seen: 'Too many requests',
  },
}

t.test('a view without a result is accessible and fits a narrow chat', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const html = await probeHtml()
  for (const [state, { messages, seen, capabilities = EVERYTHING }] of Object.entries(STATES)) {
    t.test(state, async t => {
      const call = async () => ({ content: [], structuredContent: APPS })
      const context = { theme: 'light', locale: 'en-US' }
      const { page, frame, notify, errors } = await openInRawHost(browser, {
        html,
        capabilities,
        context,
        call,
        size: { width: 320, height: 600 },
      })
      for (const [method, params] of messages) await notify(method, params)
      await frame.getByText(seen).waitFor()
      await frame.evaluate(axe.source)
      for (const theme of ['light', 'dark']) {
        await notify('ui/notifications/host-context-changed', { theme })
        await frame.locator(`html[data-theme=${theme}]`).waitFor()
        const violations = await frame.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))',
        )
        t.strictSame(violations, [], theme)
      }
      t.equal(
        await frame.evaluate(() => document.documentElement.scrollWidth),
        320,
        'nothing is scrolled sideways',
      )
      t.strictSame(errors, [])
      await page.close()
    })
  }
})
