import t from 'tap'
import type { BudgetPlan } from '../../../../generated/client/models.ts'
import { startBrowser } from '../../../support/browser.ts'
import { until } from '../../../support/until.ts'
import { COUNT, responseDelivery } from '../../../support/response-delivery.ts'
import { startToolService } from '../../../support/tool-service.ts'
import { violations } from '../../../support/views/axe.ts'
import { overlaps } from '../../../support/views/overlaps.ts'
import { EVERYTHING } from '../../../support/views/raw-host.ts'
import { showView, type OpenView } from '../../../support/views/show-view.ts'

function dollars(amount: number): string {
  return `$${Math.round(amount).toLocaleString('en-US')}`
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)}%`
}

async function text(view: OpenView, selector: string): Promise<string> {
  return (await view.frame.locator(selector).first().innerText()).replace(/\s+/g, ' ')
}

/** Moves the slider as a person does; the value that it took. */
function slide(view: OpenView, ratio: number): Promise<number> {
  return view.frame.locator('.bp input[type=range]').evaluate((element, share) => {
    const slider = element as HTMLInputElement
    slider.value = String(Number(slider.min) + share * (Number(slider.max) - Number(slider.min)))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    return Math.round(Number(slider.value) * 100) / 100
  }, ratio)
}

t.test('the plan works in the recommendations view', async t => {
  const browser = await startBrowser(t)
  if (browser === undefined) return
  const service = await startToolService(t, { deliveries: [responseDelivery()] })
  const planOf = async (query: string) =>
    (
      await service.get(`/v1/budget-plan?appId=1&followSteps=false&${query}`, 1)
    ).json() as BudgetPlan

  t.test('a requested plan is open and shows the values of REST', async t => {
    const view = await showView(browser, service, 'recommendations', {
      appId: 1,
      budgetPlan: { budgetChange: 0.1, followSteps: false },
    })
    const { before, after, marginalRoas, campaigns, movableShare } =
      await planOf('budgetChange=0.1')
    t.equal(
      await text(view, '.bp-answer'),
      `Spend ${dollars(after.dailySpend)}/day, 10.0% more: D7 revenue +${dollars(after.revenue - before.revenue)}/day`,
    )
    const figures = await text(view, '.bp-figures')
    for (const part of [
      `${dollars(before.dailySpend)} → ${dollars(after.dailySpend)}`,
      `80% interval +${dollars(after.revenueChangeLow)} to +${dollars(after.revenueChangeHigh)}/day`,
      `${percent(before.roas!)} → ${percent(after.roas!)}`,
      percent(marginalRoas!),
    ])
      t.ok(figures.includes(part), `${part} in ${figures}`)
    t.equal(view.calls().length, 0, 'rows have all that the curve needs')

    // The rows are the steps, in their order and words; those that stay, and say why, are folded.
    const steps = await view.frame
      .locator('.campaigns > table tr[data-row] th button')
      .allTextContents()
    const more = view.frame.locator('.bp').getByRole('button', { name: /^Show \d+ more$/ })
    if ((await more.count()) > 0) await more.click()
    const names = await view.frame
      .locator('[aria-label="Campaigns that move"] [data-plan-row] th')
      .allTextContents()
    t.strictSame(names.slice(0, steps.length), steps, 'the order of the steps')
    const rows = await view.frame
      .locator('[aria-label="Campaigns that move"] [data-plan-row]')
      .allInnerTexts()
    for (const [index, name] of names.entries()) {
      const one = campaigns.find(({ campaign }) => campaign.trim() === name.trim())!
      const row = rows[index]!.replace(/\s+/g, ' ')
      if (one.limitedBy === 'evidence') t.match(row, 'response not known')
      else
        t.ok(
          row.includes(`${dollars(one.currentDailySpend)} ${dollars(one.plannedDailySpend)}`),
          row,
        )
      const change = one.plannedDailySpend - one.currentDailySpend
      if (Math.abs(change) >= 1 && /^(Raise|Cut) the daily budget/.test(row))
        t.ok(row.includes(change > 0 ? 'Raise' : 'Cut'), row)
    }
    const movable = campaigns.filter(
      ({ limitedBy }) => limitedBy !== 'evidence' && limitedBy !== 'call',
    ).length
    t.match(
      await text(view, '.bp'),
      `${movable} of ${COUNT} campaigns, ${Math.round(movableShare! * 100)}% of today’s spend, may move.`,
    )
    t.strictSame(view.errors, [], 'names run no code')
    await view.page.close()
  })

  t.test('a slider plans without a call, and the host gets the resulting question', async t => {
    const view = await showView(browser, service, 'recommendations', {
      appId: 1,
      budgetPlan: { budgetChange: 0, followSteps: false },
    })
    t.match(
      await text(view, '.bp-answer'),
      /^Divide the same \$[\d,]+\/day better: D7 revenue \+\$/,
    )
    const total = await slide(view, 0.8)
    const { after } = await planOf(`dailyBudget=${total}`)
    await view.frame.waitForFunction(() =>
      document.querySelector('.bp-answer')!.textContent.startsWith('Spend'),
    )
    t.match(await text(view, '.bp-answer'), `Spend ${dollars(total)}/day, `)
    t.match(
      await view.frame.locator('.bp svg[role=img]').getAttribute('aria-label'),
      `the plan ${dollars(total)}/day brings ${dollars(after.revenue)}`,
    )
    // The thumb is below the dot.
    const [thumb, dot] = await view.frame.evaluate(() => {
      const slider = document.querySelector<HTMLInputElement>('.bp input[type=range]')!
      const { left, width } = slider.getBoundingClientRect()
      const share =
        (Number(slider.value) - Number(slider.min)) / (Number(slider.max) - Number(slider.min))
      const circle = document.querySelector('.bp-plan .ch-dot')!.getBoundingClientRect()
      return [left + 8 + share * (width - 16), (circle.left + circle.right) / 2] as const
    })
    t.ok(Math.abs(thumb - dot) < 2, `${thumb} and ${dot}`)
    await until('the host is told', () =>
      view.requests.some(({ method }) => method === 'ui/update-model-context'),
    )
    const shared = view.requests
      .filter(({ method }) => method === 'ui/update-model-context')
      .at(-1)!.params['structuredContent']
    t.match(shared, {
      tool: 'svc_get_recommendations',
      arguments: { appId: 1, budgetPlan: { dailyBudget: total, maxStep: 0.2, followSteps: false } },
    })

    await view.frame.locator('.bp select').first().selectOption('0.1')
    await view.frame.waitForFunction(() => document.querySelector('.bp-answer .warn') !== null)
    t.match(
      await text(view, '.bp-answer .warn'),
      /^ ?\$[\d,]+\/day is out of reach with steps of at most 10% in the \d+% of today’s spend that may move: at most \$[\d,]+\/day\. Steps of [\d.]+% reach it\.$/,
    )

    await view.frame.getByLabel('Keep a blended ROAS').check()
    const roas = view.frame.getByLabel('At least, %')
    await roas.fill('62')
    await roas.blur()
    const kept = await planOf('targetRoas=0.62&maxStep=0.1')
    await view.frame.waitForFunction(() =>
      document.querySelector('.bp-answer')!.textContent.includes('62.'),
    )
    t.match(
      await text(view, '.bp-answer'),
      `At a blended ROAS of ${percent(kept.after.roas!)}, spend ${dollars(kept.after.dailySpend)}/day`,
    )
    await view.frame.getByRole('button', { name: /^Show \d+ more$/ }).click()
    t.match(await text(view, '.bp'), 'held by the target ROAS')
    t.equal(await view.frame.locator('.bp path.ch-target').count(), 2, 'in the chart and its key')
    t.equal(view.calls().length, 0)
    t.strictSame(view.errors, [])
    await view.page.close()
  })

  t.test(
    'opening the plan sends one request, since rows have responses only with a plan',
    async t => {
      const view = await showView(browser, service, 'recommendations', { appId: 1 })
      await view.frame.locator('.plan > summary').click()
      await view.frame.waitForSelector('.bp-answer')
      t.strictSame(view.calls(), [
        {
          name: 'svc_get_recommendations',
          arguments: { appId: 1, budgetPlan: { budgetChange: 0, maxStep: 0.2 } },
        },
      ])
      // Its steps let nothing move; without regard to them, a filter plans what is shown.
      t.equal(await view.frame.locator('.bp input[type=range]').count(), 0)
      await view.frame.getByLabel('Follow the steps').uncheck()
      await view.frame.waitForSelector('.bp input[type=range]')
      t.equal(await text(view, '.bp .warn'), 'This plan is made without regard to the steps.')
      await view.frame.locator('.menu > button:has-text("Network")').click()
      await view.frame.getByRole('checkbox', { name: /AppLovin/ }).check()
      const { after, before } = await planOf('budgetChange=0&networks=AppLovin')
      await view.frame.waitForFunction(
        name => document.querySelector('.bp-answer')!.textContent.includes(name),
        `${dollars(after.dailySpend)}/day`,
      )
      t.match(
        await text(view, '.bp-answer'),
        `D7 revenue +${dollars(after.revenue - before.revenue)}/day`,
      )
      t.equal(view.calls().length, 1)
      await view.page.close()
    },
  )

  t.test('a run without responses, or a host without tools, is explained', async t => {
    const bare = await startToolService(t, { deliveries: [responseDelivery({ responses: false })] })
    const view = await showView(browser, bare, 'recommendations', {
      appId: 1,
      budgetPlan: { budgetChange: 0.2 },
    })
    t.match(
      await text(view, '.bp'),
      /^How far to move spend is not known\. This run has no response estimates/,
    )
    t.equal(await view.frame.locator('.bp input').count(), 0)
    await view.page.close()
    const { serverTools: _, ...capabilities } = EVERYTHING
    const mute = await showView(browser, service, 'recommendations', { appId: 1 }, { capabilities })
    await mute.frame.locator('.plan > summary').click()
    await mute.frame.waitForFunction(() =>
      document
        .querySelector('.plan')!
        .textContent.includes('This host cannot load the plan for the view.'),
    )
    await mute.page.close()
  })

  t.test('axe, overflow and overlap checks pass in both themes', async t => {
    for (const [width, theme] of [
      [320, 'light'],
      [390, 'dark'],
      [1000, 'light'],
      [1400, 'dark'],
    ] as const) {
      const view = await showView(
        browser,
        service,
        'recommendations',
        { appId: 1, budgetPlan: { budgetChange: 0.1, followSteps: false } },
        { size: { width, height: 900 }, context: { theme } },
      )
      await view.frame.locator('.bp-stay summary').first().click()
      await view.frame.getByLabel('Campaigns that stay').waitFor()
      for (const ratio of [0, 0.5, 1]) {
        await slide(view, ratio)
        await view.page.waitForTimeout(50)
        t.strictSame(await overlaps(view.frame, '.bp svg'), [], `${width}, ${theme}, at ${ratio}`)
      }
      t.ok(
        (await view.frame.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `${width}: as wide as the window`,
      )
      t.strictSame(await violations(view.frame), [], `${width}, ${theme}`)
      await view.page.close()
    }
  })
})
