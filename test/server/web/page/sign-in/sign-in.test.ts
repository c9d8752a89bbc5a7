import t, { type Test } from 'tap'
import type { Page } from 'playwright-core'
import { startBrowser } from '../../../../support/browser.ts'
import { startIssuer, type Issuer } from '../../../../support/issuer.ts'
import { twoCompanies } from '../../../../support/two-companies.ts'
import {
  openPage,
  type OpenedPage,
  type PageService,
  startPageService,
} from '../../../../support/page/open-page.ts'

const ADA = { sub: 'ada-1', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }

const browser = await startBrowser(t)

interface Scene {
  issuer: Issuer
  service: PageService
  open: (query?: string) => Promise<OpenedPage>
}

async function scene(t: Test, { refreshes = true } = {}): Promise<Scene> {
  const issuer = await startIssuer(t, { ...ADA })
  const environment = { AUTH_ISSUER: issuer.url, AUTH_CLIENT_ID: 'the page', RATE_LIMIT: '10000' }
  const service = await startPageService(t, { deliveries: [twoCompanies()], environment })
  issuer.addPage({ clientId: 'the page', redirectUri: service.url, refreshes })
  const open = async (query = '') => {
    const opened = await openPage(browser!, service.url, { query })
    t.teardown(() => opened.context.close())
    return opened
  }
  return { issuer, service, open }
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Today' }).waitFor()
}

/** Everything that the tab and the browser keep for the page. */
function stored(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]),
  )
}

function authorizations({ requests }: OpenedPage): string[] {
  return requests.flatMap(({ headers, url }) =>
    url.includes('/v1/') ? (headers['authorization'] ?? '') : [],
  )
}

if (browser !== undefined) {
  t.test(
    'a person signs in, returns to the requested address, and sees only the apps of the company',
    async t => {
      const { service, issuer, open } = await scene(t)
      await service.users.invite({ companyId: 1, email: ADA.email })
      const opened = await open('?app=2&by=campaign')
      const { page, errors, requests } = opened
      t.equal(await page.getByLabel('API key').isVisible(), false, 'a key is the second choice')
      await page.getByText('Use an API key').click()
      t.equal(await page.getByLabel('API key').isVisible(), true)
      await signIn(page)
      t.equal(new URL(page.url()).search, '?app=2&by=campaign')
      await page.getByRole('link', { name: 'Today' }).click()
      await page.getByText('Weekly').first().waitFor()
      const text = await page.innerText('main')
      t.match(text, 'Game')
      t.notMatch(text, 'Theirs')
      t.match(await page.innerText('header'), 'Ada Lovelace')

      const authorization = requests
        .map(({ url }) => new URL(url))
        .find(({ origin, pathname }) => origin === issuer.url && pathname === '/auth')!
      t.match(Object.fromEntries(authorization.searchParams), {
        response_type: 'code',
        client_id: 'the page',
        redirect_uri: service.url,
        scope: 'openid profile email',
        resource: `${service.url}v1/mcp`,
        code_challenge_method: 'S256',
        state: /^.{20,}$/,
        nonce: /^.{20,}$/,
      })
      t.match(Object.fromEntries(issuer.tokenRequests[0]!), {
        grant_type: 'authorization_code',
        code_verifier: /^.{43,}$/,
        client_id: 'the page',
      })
      const [token] = authorizations(opened).map(header => header.replace('Bearer ', ''))
      t.match(token, /^eyJ/)
      t.notOk((await stored(page)).includes(token!), 'tokens are in memory only')
      t.notMatch(await stored(page), /eyJ|refresh/)
      t.notOk(page.url().includes('code='))
      t.strictSame(errors, [])
    },
  )

  t.test('a reload signs in again silently; after Sign out it asks', async t => {
    const { service, issuer, open } = await scene(t)
    await service.users.invite({ companyId: 1, email: ADA.email })
    const { page, errors } = await open()
    await signIn(page)
    await page.goto(`${service.url}?view=alerts`)
    await page.getByRole('link', { name: 'Today' }).waitFor()
    t.equal(new URL(page.url()).search, '?view=alerts')
    t.equal(issuer.tokenRequests.length, 2)
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    t.notMatch(await stored(page), /Game|signed-in/, 'and keeps no answer')
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    t.equal(issuer.tokenRequests.length, 2)
    t.strictSame(errors, [])
  })

  t.test('a reload asks if the issuer no longer knows the person', async t => {
    const { service, issuer, open } = await scene(t)
    await service.users.invite({ companyId: 1, email: ADA.email })
    const { page, requests } = await open()
    await signIn(page)
    issuer.knowsPeople = false
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    t.equal(await page.getByRole('alert').count(), 0, 'nothing went wrong')
    t.equal(new URL(page.url()).search, '')
    const silent = requests.filter(({ url }) => url.includes('prompt=none')).length
    t.equal(silent, 1)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    t.equal(
      requests.filter(({ url }) => url.includes('prompt=none')).length,
      silent,
      'and does not try again by itself',
    )
  })

  t.test('tokens are renewed silently by refresh token', async t => {
    const { service, issuer, open } = await scene(t)
    await service.users.invite({ companyId: 1, email: ADA.email })
    // Less than what the page renews ahead.
    issuer.lifetime = 20
    const opened = await open()
    const { page, errors } = opened
    await signIn(page)
    issuer.lifetime = 600
    await page.getByRole('link', { name: 'Weekly' }).first().click()
    await page.waitForFunction(() => location.search.includes('app=2'))
    await page.waitForLoadState('networkidle')
    t.strictSame(issuer.tokenRequests.map(request => request.get('grant_type')).slice(0, 2), [
      'authorization_code',
      'refresh_token',
    ])
    t.ok(new Set(authorizations(opened)).size >= 1)
    t.equal(
      opened.requests.filter(({ url }) => url.includes('/auth?')).length,
      1,
      'without leaving the page',
    )
    t.strictSame(errors, [])
  })

  t.test(
    'tokens without a refresh token are renewed through the issuer, back to the same address',
    async t => {
      const { service, issuer, open } = await scene(t, { refreshes: false })
      await service.users.invite({ companyId: 1, email: ADA.email })
      issuer.lifetime = 20
      const opened = await open('?view=alerts')
      await opened.page.getByRole('button', { name: 'Sign in' }).click()
      await opened.page.waitForRequest(request => request.url().includes('prompt=none'))
      issuer.lifetime = 600
      await opened.page.getByRole('link', { name: 'Today' }).waitFor()
      t.equal(new URL(opened.page.url()).search, '?view=alerts')
      t.strictSame(
        new Set(issuer.tokenRequests.map(request => request.get('grant_type'))),
        new Set(['authorization_code']),
      )
    },
  )

  t.test('a removed person is signed out', async t => {
    const { service, open } = await scene(t)
    const { id } = await service.users.invite({ companyId: 1, email: ADA.email })
    const { page } = await open()
    await page.clock.install()
    await page.reload()
    await signIn(page)
    await page.getByRole('link', { name: 'Weekly' }).first().waitFor()
    await service.users.remove(id)
    service.passSecond()
    // The page asks again after five minutes.
    await page.clock.fastForward(6 * 60_000)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    t.match(await page.getByRole('alert').innerText(), /login's email address has no invitation/)
    t.notMatch(await stored(page), 'Game')
    t.notMatch(await page.innerText('main'), 'Game')
  })

  t.test('a person without an invitation gets an explanation', async t => {
    const { open } = await scene(t)
    const { page } = await open()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    t.match(await page.getByRole('alert').innerText(), /no invitation.*Ask the operator/)
    await page.getByText('Use an API key').waitFor()
  })

  t.test('a response of the issuer that this tab did not request is refused', async t => {
    const { service, issuer, open } = await scene(t)
    await service.users.invite({ companyId: 1, email: ADA.email })
    const refused = async (query: string, why: string) => {
      const { page, requests } = await open(query)
      await page.getByRole('alert').waitFor()
      t.equal(
        await page.getByRole('alert').innerText(),
        'This sign-in was not begun in this tab. Sign in again.',
        why,
      )
      t.equal(new URL(page.url()).search, '', `${why}: the address is clean`)
      t.strictSame(
        requests.filter(({ url }) => url.startsWith(issuer.url)),
        [],
        `${why}: nothing is sent to the issuer`,
      )
      return page
    }
    await refused('?code=stolen&state=guessed', 'without a question')
    await refused(
      '?error=access_denied&error_description=Call%20us&state=guessed',
      'a text is not shown',
    )
    const { page } = await open()
    // The person is at the issuer; a link with another state comes first.
    await page.route(`${issuer.url}/auth**`, route => route.fulfill({ status: 204 }))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForFunction(() => sessionStorage.getItem('uascope-sign-in') !== null)
    await page.goto(`${service.url}?code=stolen&state=guessed`)
    await page.getByRole('alert').waitFor()
    t.equal(
      await page.getByRole('alert').innerText(),
      'This sign-in was not begun in this tab. Sign in again.',
    )
    t.equal(issuer.tokenRequests.length, 0)
  })

  t.test('a wrong nonce is refused', async t => {
    const { service, issuer, open } = await scene(t)
    await service.users.invite({ companyId: 1, email: ADA.email })
    const { page } = await open()
    await page.route(`${issuer.url}/auth**`, async route => {
      const url = new URL(route.request().url())
      url.searchParams.set('nonce', 'of-somebody-else')
      await route.continue({ url: url.href })
    })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    t.match(await page.getByRole('alert').innerText(), /invalid answer/)
    t.match(await page.getByRole('button', { name: 'Sign in' }).isVisible(), true)
  })

  t.test('an issuer that is down or refuses is explained', async t => {
    const { issuer, open } = await scene(t)
    const { page } = await open()
    await page.route(`${issuer.url}/auth**`, route => {
      const query = new URL(route.request().url()).searchParams
      const answer = new URLSearchParams({
        error: 'access_denied',
        error_description: 'Not today',
        state: query.get('state')!,
        iss: issuer.url,
      })
      return route.fulfill({
        status: 302,
        headers: { location: `${query.get('redirect_uri')}?${answer}` },
      })
    })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    t.equal(await page.getByRole('alert').innerText(), 'The issuer of logins refused: Not today')
    await issuer.stop()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    t.equal(
      await page.getByRole('alert').innerText(),
      'Cannot reach the issuer of logins. Try again.',
    )
    t.equal(await page.getByRole('button', { name: 'Sign in' }).isEnabled(), true)
  })

  t.test('a key works beside sign-in', async t => {
    const { service, open } = await scene(t)
    const { page, errors } = await open()
    await page.getByText('Use an API key').click()
    await page.getByLabel('API key').fill(service.key)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('link', { name: 'Weekly' }).first().waitFor()
    t.equal(await page.getByRole('button', { name: 'Forget key' }).first().isVisible(), true)
    t.strictSame(errors, [])
  })

  t.test(
    'the policy allows the issuer and nothing else; without a client id nothing changes',
    async t => {
      const { issuer, service } = await scene(t)
      const { headers, payload } = await service.server.inject('/')
      t.match(headers['content-security-policy'], `connect-src 'self' ${issuer.url};`)
      t.ok(payload.includes('<meta name="uascope-sign-in"'))
      const without = await startPageService(t, {
        deliveries: [],
        environment: { AUTH_ISSUER: issuer.url },
      })
      const plain = await without.server.inject('/')
      t.match(plain.headers['content-security-policy'], "connect-src 'self';")
      t.notOk(plain.payload.includes('<meta name="uascope-sign-in"'))
      const opened = await openPage(browser, without.url)
      t.teardown(() => opened.context.close())
      await opened.page.getByLabel('API key').waitFor()
      t.equal(await opened.page.getByRole('button', { name: 'Sign in' }).count(), 0)
    },
  )
}
