import t from 'tap'
import { minimalDelivery } from '../../../reference/minimal-delivery.ts'
import { until } from '../../../support/until.ts'
import { startToolService } from '../../../support/tool-service.ts'
import { probeHtml } from '../../../support/views/probe-html.ts'
import { startBrowser } from '../../../support/browser.ts'
import {
  openInRawHost,
  type RawHost,
  type RawHostOptions,
} from '../../../support/views/raw-host.ts'
import { elapseIn } from '../../../support/pauses.ts'

const ARGS = { appId: 1 }
const RESULT = 'ui/notifications/tool-result'
const INPUT = 'ui/notifications/tool-input'

t.test('the views handle everything that a host can deliver', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [minimalDelivery()] })
  const call = (name: string, args: object) => service.sent(name, args)
  const result = await call('svc_get_alerts', ARGS)
  const html = await probeHtml()
  /** The probe in a host of the test's own, closed after it. */
  const inHost = async (
    test: (host: RawHost) => Promise<void>,
    options: Partial<RawHostOptions> = {},
  ) => {
    const host = await openInRawHost(browser, { html, call, ...options })
    try {
      await test(host)
    } finally {
      await host.page.close()
    }
  }
  const heading = ({ frame }: RawHost) => frame.locator('h1', { hasText: 'Game' })
  const notice = ({ frame }: RawHost, text: string) => frame.locator('.notice', { hasText: text })
  const output = async ({ frame }: RawHost) =>
    JSON.parse(await frame.locator('#shown').innerText()) as Record<string, unknown>
  const calls = ({ requests }: RawHost) =>
    requests
      .filter(({ method }) => method === 'tools/call')
      .map(({ params }) => ({ name: params['name'], arguments: params['arguments'] }))

  t.test('structured content is shown, else the text, else a fresh request', async t => {
    for (const delivered of [result, { content: result.content }, { content: [] }]) {
      await inHost(async host => {
        await host.notify(INPUT, { arguments: ARGS })
        await host.frame.getByText('Loading the result.').waitFor()
        await host.notify(RESULT, delivered)
        await heading(host).waitFor()
        const dropped = delivered.content.length === 0
        t.strictSame(calls(host), dropped ? [{ name: 'svc_get_alerts', arguments: ARGS }] : [])
        t.match(await output(host), { total: 1, args: ARGS })
        t.strictSame(host.errors, [])
      })
    }
  })

  t.test('without a result the person chooses, and a late result counts', async t => {
    await inHost(async host => {
      await host.frame.getByRole('heading', { name: 'Which app?' }).waitFor()
      await host.frame.getByRole('button', { name: /^Game/ }).click()
      await heading(host).waitFor()
      t.strictSame(calls(host), [
        { name: 'svc_list_apps', arguments: {} },
        { name: 'svc_get_alerts', arguments: ARGS },
      ])
      t.strictSame(host.errors, [])
    })
    await inHost(
      async host => {
        await host.notify(RESULT, { content: [] })
        await notice(host, 'does not let it call tools').waitFor()
        await host.notify(RESULT, result)
        await heading(host).waitFor()
        t.strictSame(host.errors, [])
      },
      { capabilities: {} },
    )
  })

  t.test('partial arguments, full arguments and the result may follow each other', async t => {
    await inHost(async host => {
      await host.notify('ui/notifications/tool-input-partial', {
        arguments: { appId: 1, networks: ['Me'] },
      })
      await host.frame.getByText('networks: Me').waitFor()
      await host.notify('ui/notifications/tool-input-partial', {
        arguments: { networks: ['M'.repeat(100_000)] },
      })
      await host.frame.getByText(/networks: M{100}…/).waitFor()
      await host.notify(INPUT, { arguments: { appId: 1, networks: ['Meta'] } })
      await host.frame.getByText('networks: Meta').waitFor()
      await host.notify(RESULT, result)
      await heading(host).waitFor()
      t.strictSame(calls(host), [])
    })
  })

  t.test('a cancelled view can ask again', async t => {
    await inHost(async host => {
      await host.notify(INPUT, { arguments: ARGS })
      await host.notify('ui/notifications/tool-cancelled', { reason: 'the user said so' })
      await notice(host, 'Cancelled').getByRole('button', { name: 'Retry' }).click()
      await heading(host).waitFor()
      t.strictSame(host.errors, [])
    })
  })

  t.test('a refusal is explained in words', async t => {
    await inHost(async host => {
      await host.notify(RESULT, await call('svc_get_alerts', { appId: 99 }))
      await notice(host, 'Request rejected').waitFor()
      t.match(await host.frame.locator('.notice').innerText(), /app/)
      t.strictSame(host.errors, [])
    })
  })

  t.test('a rate limit shows when to retry, and the retry works', async t => {
    const detail = 'Rate limit of 60 requests per 60 seconds reached. Try again in 1 s.'
    let fault: (() => object) | null = null
    const limited = async (name: string, args: object) =>
      fault === null ? await call(name, args) : fault()
    await inHost(
      async host => {
        await host.notify(RESULT, result)
        await heading(host).waitFor()
        const faults = [
          () => {
            throw new Error(
              `Error POSTing to endpoint (HTTP 429): {"status":429,"code":"rate_limited","detail":"${detail}"}`,
            )
          },
          () => ({ isError: true, content: [{ type: 'text', text: detail }] }),
        ]
        for (const one of faults) {
          fault = one
          await host.frame.locator('#number').fill('7')
          await notice(host, 'Too many requests').waitFor()
          t.match(await notice(host, 'Too many requests').innerText(), /Try again at .*\d/)
          t.equal(await heading(host).count(), 1, 'the answer stays')
          fault = null
          // Disabled until then: the click waits.
          await host.frame.getByRole('button', { name: 'Try again' }).click()
          await notice(host, 'Too many requests').waitFor({ state: 'detached' })
          t.match(await output(host), { args: { limit: 7 } })
          await host.frame.locator('#number').fill('8')
        }
        t.strictSame(host.errors, [])
      },
      { call: limited },
    )
  })

  t.test(
    'quick changes are combined into one request, and the old result stays until it arrives',
    async t => {
      let answered = () => {}
      const slow = async (name: string, args: object) => {
        await new Promise<void>(resolve => {
          answered = resolve
        })
        return await call(name, args)
      }
      await inHost(
        async host => {
          await host.notify(RESULT, result)
          await heading(host).waitFor()
          await host.frame.locator('#number').pressSequentially('123')
          await host.frame.locator('main[aria-busy=true]').waitFor()
          await until('the call', () => calls(host).length > 0)
          t.equal(await heading(host).count(), 1)
          answered()
          await host.frame.locator('main[aria-busy=false]').waitFor()
          t.strictSame(calls(host), [
            { name: 'svc_get_alerts', arguments: { appId: 1, limit: 123 } },
          ])
        },
        { call: slow },
      )
    },
  )

  t.test('the view responds to the teardown and makes no call afterwards', async t => {
    await inHost(async host => {
      await host.notify(RESULT, result)
      await heading(host).waitFor()
      t.strictSame(await host.request('ui/resource-teardown', { reason: 'closed' }), {})
      await host.frame.locator('#number').fill('7')
      await host.frame.getByRole('button', { name: 'Call' }).click()
      t.strictSame(await host.request('ping', {}), {})
      // As long as changes are waited for: timers of the same length end in their order.
      await elapseIn(host.frame, 350)
      t.strictSame(await host.request('ping', {}), {})
      t.strictSame(calls(host), [])
      t.strictSame(host.errors, [])
    })
  })

  t.test("the view follows the host's styles, and their changes", async t => {
    const variables = {
      '--color-background-primary': 'rgb(1, 2, 3)',
      '--font-sans': 'HostSans, serif',
    }
    const context = {
      theme: 'dark',
      locale: 'de-DE',
      displayMode: 'inline',
      availableDisplayModes: ['inline', 'fullscreen'],
      styles: {
        variables,
        css: { fonts: '@font-face { font-family: HostSans; src: local("serif") }' },
      },
      safeAreaInsets: { top: 40, right: 1, bottom: 2, left: 3 },
    }
    await inHost(
      async host => {
        await host.notify(RESULT, result)
        await heading(host).waitFor()
        const look = () =>
          host.frame.evaluate(() => {
            const { documentElement: root, body } = document
            const { fontFamily, paddingTop } = getComputedStyle(body)
            return {
              theme: root.dataset['theme'],
              mode: root.dataset['displayMode'],
              fonts: document.fonts.size,
              backgroundColor: getComputedStyle(root).backgroundColor,
              fontFamily,
              top: paddingTop,
            }
          })
        t.match(await look(), {
          fonts: 1,
          theme: 'dark',
          mode: 'inline',
          backgroundColor: 'rgb(1, 2, 3)',
          fontFamily: /^HostSans/,
          top: '52px',
        })
        t.match(await output(host), { can: { fullscreen: true }, mode: 'inline' })
        await host.frame.getByRole('button', { name: 'Full screen' }).click()
        await until('the request', () =>
          host.requests.some(({ method }) => method === 'ui/request-display-mode'),
        )
        const changed = {
          theme: 'light',
          displayMode: 'fullscreen',
          locale: 'fr-FR',
          safeAreaInsets: { ...context.safeAreaInsets, top: 0 },
        }
        await host.notify('ui/notifications/host-context-changed', changed)
        await host.frame.getByRole('button', { name: 'Close full screen' }).waitFor()
        t.match(await look(), {
          theme: 'light',
          mode: 'fullscreen',
          backgroundColor: 'rgb(1, 2, 3)',
          top: '12px',
        })
        t.match(await output(host), { mode: 'fullscreen' })
        t.match(
          await host.frame.locator('.facts').innerText(),
          /Data through Mar 30/,
          'English, as the words are',
        )
        t.strictSame(host.errors, [])
      },
      { context },
    )
  })

  t.test('unknown context fields are ignored', async t => {
    const context = {
      theme: 'sepia',
      locale: 'de_XX-nonsense',
      displayMode: 'hologram',
      platform: 7,
      safeAreaInsets: { top: '1px' },
      timeZone: 'Moon/Sea',
      more: [1],
    }
    await inHost(
      async host => {
        await host.notify(RESULT, result)
        await heading(host).waitFor()
        await host.notify('ui/notifications/host-context-changed', {
          theme: 'dark',
          displayMode: 7,
          styles: 'none',
        })
        await host.frame.locator('html[data-theme=dark]').waitFor()
        t.strictSame(host.errors, [])
      },
      { context },
    )
  })

  t.test('garbage messages break nothing', async t => {
    await inHost(async host => {
      const odd = [
        null,
        5,
        'x',
        [],
        {},
        { rows: 1 },
        { arguments: 5 },
        { structuredContent: 5, content: 5 },
        { content: [{ type: 'text' }] },
      ]
      const methods = [
        RESULT,
        INPUT,
        'ui/notifications/tool-input-partial',
        'ui/notifications/tool-cancelled',
        'ui/notifications/host-context-changed',
        'ui/notifications/unheard-of',
      ]
      for (const params of odd) {
        for (const method of methods)
          if (!(method === 'ui/notifications/tool-cancelled' && params !== null))
            await host.notify(method, params as object)
      }
      await host.page.evaluate(() => {
        const { contentWindow } = document.querySelector('iframe')!
        for (const message of [
          null,
          5,
          'x',
          [],
          {},
          { jsonrpc: '2.0' },
          { jsonrpc: '2.0', id: 999, result: {} },
          'x'.repeat(1e6),
        ])
          contentWindow!.postMessage(message, '*')
      })
      await t.rejects(host.request('ui/unheard-of', {}), 'reported as unknown')
      await host.notify(RESULT, {
        content: [{ type: 'text', text: `{"rows":[${'['.repeat(50_000)}` }],
      })
      await host.notify(RESULT, {
        content: [],
        structuredContent: {
          ...result.structuredContent,
          rows: [['x'.repeat(1e6)]],
          note: '<img src=x onerror="document.title=1">',
        },
      })
      await heading(host).waitFor()
      await host.notify(RESULT, result)
      await until('the answer', async () => (await output(host))['total'] === 1)
      t.equal(await host.frame.title(), 'Probe')
      const broken = host.errors.filter(error => !error.startsWith('Failed to parse message'))
      t.strictSame(broken, [], 'an invalid message is reported, and nothing else')
    })
  })

  t.test('a result that cannot be drawn is reported, and the next one is drawn', async t => {
    await inHost(async host => {
      await host.notify(RESULT, {
        content: [],
        structuredContent: { ...result.structuredContent, totalRows: -1 },
      })
      await notice(host, 'Cannot display this result').waitFor()
      t.equal(await heading(host).count(), 1, 'whose data it is about is')
      await host.notify(RESULT, result)
      await notice(host, 'Cannot display this result').waitFor({ state: 'detached' })
      t.match(await output(host), { total: 1 })
      t.match(host.errors, [/not drawn/])
      t.equal(host.errors.length, 1)
    })
  })

  t.test('messages from other windows are ignored', async t => {
    await inHost(async host => {
      const forged = { ...result.structuredContent, totalRows: 666 }
      const text = JSON.stringify({
        jsonrpc: '2.0',
        method: RESULT,
        params: { content: [], structuredContent: forged },
      })
      await host.frame.evaluate(async text => {
        const other = document.createElement('iframe')
        other.sandbox.add('allow-scripts')
        other.srcdoc = `<script>parent.postMessage(${text}, '*')</script>`
        const arrived = new Promise(resolve => addEventListener('message', resolve, { once: true }))
        document.body.append(other)
        await arrived
        window.postMessage(JSON.parse(text), '*')
      }, text)
      await host.notify(RESULT, result)
      await heading(host).waitFor()
      t.match(await output(host), { total: 1 })
      t.strictSame(host.errors, [])
    })
  })

  t.test('controls that the host does not support are hidden', async t => {
    await inHost(
      async host => {
        await host.notify(RESULT, result)
        await heading(host).waitFor()
        t.match(await output(host), {
          can: {
            call: false,
            message: false,
            modelContext: false,
            openLink: false,
            download: false,
            fullscreen: false,
          },
        })
      },
      { capabilities: {} },
    )
    await inHost(async host => {
      await host.notify(RESULT, result)
      t.match(await output(host), {
        can: { call: true, message: true, modelContext: true, openLink: true, download: true },
      })
    })
  })
})
