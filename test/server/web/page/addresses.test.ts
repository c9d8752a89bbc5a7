/** Whatever a person does, the address says it: a reload, Back and a colleague show the same. */

import type { Page } from 'playwright-core'
import t from 'tap'
import { startBrowser } from '../../../support/browser.ts'
import fc from '../../../support/fast-check.ts'
import { NOW, openPage, sharedDemo } from '../../../support/page/open-page.ts'

const browser = await startBrowser(t)
const skip = { skip: browser === undefined }
const demo = sharedDemo(t)

/** Controls that change what is shown. Not the theme, menus that only open, or what is kept in the browser. */
const CONTROLS = [
  'header nav a',
  'main a[href]:not([download]):not([target])',
  '.seg .btn',
  '.ib > details > summary',
  'th button',
  '.bar select',
  '[role=dialog] button:has-text("Close")',
].join(', ')

const STEPS = 10

/** The page's text, without the parts that depend on focus or on the moment. */
async function state(page: Page): Promise<{ address: string; title: string; text: string }> {
  await settle(page)
  const text = await page.evaluate(() => {
    const chosen = [...document.querySelectorAll('select')].map(({ value }) => value)
    const open = [...document.querySelectorAll('[role=dialog], .ib > details[open] .cn')].map(
      ({ textContent }) => textContent,
    )
    return [document.querySelector('main')!.textContent, ...chosen, ...open].join('\n')
  })
  return { address: page.url(), title: await page.title(), text }
}

async function settle(page: Page): Promise<void> {
  const busy = 'main .sk, [role=dialog] .sk, main [role=status]:not(:empty)'
  for (let calm = 0; calm < 3;) {
    await page.waitForTimeout(30)
    calm = (await page.locator(busy).count()) === 0 ? calm + 1 : 0
  }
}

/** Does one of the things that a person can do now, the one that `draw` picks; says which. */
async function act(page: Page, draw: number): Promise<string> {
  const isDialog = (await page.locator('[role=dialog]').count()) > 0
  const all = page.locator(isDialog ? '[role=dialog] button:has-text("Close")' : CONTROLS)
  const visible = await all.evaluateAll(elements =>
    elements.flatMap((element, i) => (element.checkVisibility() ? [i] : [])),
  )
  const control = all.nth(visible[draw % visible.length]!)
  // "Choose dates…" only opens fields, as a menu does.
  const options = await control.evaluate(element =>
    element instanceof HTMLSelectElement
      ? [...element.options]
          .filter(({ disabled, value }) => !disabled && value !== 'other')
          .map(({ value }) => value)
      : [],
  )
  if (options.length === 0) {
    const name = (await control.textContent()) ?? ''
    await control.dispatchEvent('click')
    return name
  }
  const option = options[draw % options.length]!
  await control.selectOption(option)
  return option
}

t.test('a reload after any ten interactions shows the same screen', skip, async t => {
  const { url, key } = await demo()
  const { page, context, errors } = await openPage(browser!, url, {
    key,
    now: NOW,
    size: { width: 1400, height: 900 },
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 100_000 }), { minLength: STEPS, maxLength: STEPS }),
      async draws => {
        await page.goto(url)
        await settle(page)
        const done: string[] = []
        for (const draw of draws) {
          done.push(await act(page, draw))
          await settle(page)
        }
        const before = await state(page)
        await page.reload()
        t.same(await state(page), before, done.join(' → '))
      },
    ),
    { numRuns: 5, interruptAfterTimeLimit: 150_000, endOnFailure: true },
  )
  t.same(errors, [])
  await context.close()
})

t.test('Back and Forward move through the steps', skip, async t => {
  const { url, key } = await demo()
  const { page, context, errors } = await openPage(browser!, url, {
    key,
    now: NOW,
    size: { width: 1400, height: 900 },
  })
  const steps = [await state(page)]
  for (const selector of [
    '.ar a.cover >> nth=0',
    '.pan a.cover >> nth=1',
    'tr[data-row] a.cover >> nth=0',
  ]) {
    await page.locator(selector).dispatchEvent('click')
    steps.push(await state(page))
  }
  t.equal(new Set(steps.map(({ address }) => address)).size, 4, 'each step has an address')
  for (const step of steps.toReversed().slice(1)) {
    await page.goBack()
    t.same(await state(page), step)
  }
  for (const step of steps.slice(1)) {
    await page.goForward()
    t.same(await state(page), step)
  }
  const colleague = await openPage(browser!, url, {
    key,
    now: NOW,
    query: new URL(page.url()).search,
    size: { width: 1400, height: 900 },
  })
  t.same(await state(colleague.page), steps.at(-1), 'a link shows a colleague the same')
  t.same([...errors, ...colleague.errors], [])
  await colleague.context.close()
  await context.close()
})
