import t from 'tap'
import { startBrowser } from '../../../../support/browser.ts'
import { axeViolations } from '../../../../support/page/axe-page.ts'
import { NOW, openPage, startDemoPage } from '../../../../support/page/open-page.ts'
import {
  drawn,
  overflow,
  overlappingLabels,
  settled,
  wordsOf,
} from '../../../../support/page/app.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const service = await startDemoPage(t)
const CAMPAIGN = '&open=AXON+US+%7C+iOS+%7C+D0+15%25&on=IOS&of=AppLovin'

const SCREENS: [name: string, query: string][] = [
  ['an app', '?app=101'],
  ['another currency', '?app=102&panel=AppLovin'],
  ['amounts by country', '?app=101&by=country&metric=spend'],
  [
    'days by campaign',
    '?app=101&by=campaign&metric=ltv&from=2026-10-20&to=2026-11-10&platform=IOS',
  ],
  ['a campaign', `?app=101&panel=AppLovin${CAMPAIGN}`],
]

for (const [name, query] of SCREENS) {
  t.test(`${name}: overflow, overlap and axe checks pass`, skip, async t => {
    for (const [theme, widths] of [
      ['light', [320, 1400]],
      ['dark', [2560, 390]],
    ] as const) {
      const size = { width: widths[0], height: 900 }
      const { page, context, errors } = await openPage(browser!, service.url, {
        key: service.key,
        query,
        now: NOW,
        theme,
        size,
      })
      await settled(page)
      await page.waitForFunction(() => document.querySelector('dialog .sk') === null)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        await drawn(page)
        t.same(await overflow(page), [], `${width} px: as wide as the window`)
        t.same(await overlappingLabels(page), [], `${width} px: labels`)
      }
      t.same(await axeViolations(page), [], `${widths[1]} px, ${theme}: axe`)
      t.same(errors, [])
      await context.close()
    }
  })
}

t.test('no choice is cut at 1,400 px, and what is written as 0.0 has no bar', skip, async t => {
  const { page, context } = await openPage(browser!, service.url, {
    key: service.key,
    query: '?app=101&by=country',
    now: NOW,
    size: { width: 1400, height: 900 },
  })
  await settled(page)
  const cut = await page.locator('.bar select').evaluateAll(selects =>
    (selects as HTMLSelectElement[]).flatMap(select => {
      const { offsetWidth } = select
      select.style.maxWidth = 'none'
      return select.offsetWidth > offsetWidth ? [select.selectedOptions[0]!.text] : []
    }),
  )
  t.same(cut, [])
  const rows = await page.locator('.ex tr:has(rect)').evaluateAll(all =>
    all.map(row => ({
      texts: [...row.querySelectorAll('td.r')].slice(0, 2).map(cell => cell.textContent),
      widths: [...row.querySelectorAll('rect')].map(bar => Number(bar.getAttribute('width'))),
    })),
  )
  t.ok(rows.some(({ texts }) => texts.includes('0.0')))
  for (const { texts, widths } of rows)
    t.same(
      widths.map(width => width === 0),
      texts.map(text => text === '0.0'),
      texts.join(),
    )
  await context.close()
})

t.test('print keeps bars and charts, and omits controls', skip, async t => {
  const { page } = await openPage(browser!, service.url, {
    key: service.key,
    query: '?app=101',
    now: NOW,
    size: { width: 760, height: 1000 },
  })
  await settled(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  t.ok(await page.locator('.trend svg').first().isVisible())
  t.ok(await page.locator('.rate-mix rect:not([width="0"])').first().isVisible())
  t.notOk(await page.locator('.bar').first().isVisible())
  t.equal(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    'rgb(255, 255, 255)',
  )
  t.same(await overflow(page), [])
})

t.test('an image of the whole page has every campaign as a table row', skip, async t => {
  const { page } = await openPage(browser!, service.url, {
    key: service.key,
    query: '?app=101',
    now: NOW,
    size: { width: 1400, height: 900 },
  })
  await settled(page)
  const rows = page.locator('table.cl tbody tr')
  const count = await rows.count()
  t.equal(await page.locator('table.cl').getByRole('row').count(), count + 1, 'with the heading')
  t.equal(
    await page.locator('table.cl').getByRole('rowheader', { includeHidden: true }).count(),
    count,
    'each with its name',
  )
  const drawn = await rows.evaluateAll(all =>
    all.map(row => row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })),
  )
  t.ok(
    drawn.length > 20 && drawn.every(Boolean),
    'the last one is drawn, though far below the window',
  )
})

t.test(
  'a campaign is a line with one verdict, and an app has at most 1,200 words',
  skip,
  async t => {
    const { page } = await openPage(browser!, service.url, {
      key: service.key,
      query: '?app=101',
      now: NOW,
      size: { width: 1400, height: 900 },
    })
    await settled(page)
    const rows = page.locator('table.cl tbody tr')
    const heights = await rows.evaluateAll(all =>
      all.map(row => row.getBoundingClientRect().height),
    )
    for (const height of heights) t.ok(height >= 32 && height <= 36, `${height} px`)
    t.ok(
      (await page
        .locator('#campaigns')
        .evaluate(section => section.getBoundingClientRect().height)) <= 1500,
    )
    // The colors of a row: that of its call, nowhere another.
    const tones = await rows.evaluateAll(all =>
      all.map(row => [
        ...new Set(
          [...row.querySelectorAll('.w .below, .w .above, td.r .below, td.r .above')].map(one =>
            one.className.split(' ').at(-1),
          ),
        ),
      ]),
    )
    t.ok(tones.flat().length > 10 && tones.every(row => row.length <= 1), JSON.stringify(tones))
    const grey = await page
      .locator('table.cl tbody td:nth-last-child(-n + 2)')
      .evaluateAll(cells => cells.every(cell => cell.classList.contains('m')))
    t.ok(grey, 'other dates are grey')

    await page.getByPlaceholder('Find').fill('axon')
    t.ok((await page.locator('table.cl th a').allTextContents()).every(name => /axon/i.test(name)))
    await page.getByPlaceholder('Find').fill('nothing like this')
    t.match(await page.textContent('#campaigns'), 'No campaign matches.')
    await page.getByPlaceholder('Find').fill('')
    await page.getByLabel('What to do').selectOption('step')
    const steps = await page.locator('table.cl td.do').allTextContents()
    t.ok(steps.length > 0 && steps.every(text => !/^(Keep|Check|Stopped)/.test(text)), steps.join())
    await page.getByLabel('What to do').selectOption('all')
    const words = await wordsOf(page)
    t.ok(words <= 1200, `${words} words`)
  },
)
