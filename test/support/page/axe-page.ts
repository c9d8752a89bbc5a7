import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { repository } from '../repository.ts'

const SOURCE = readFileSync(`${repository}node_modules/axe-core/axe.min.js`, 'utf8')

interface AxeWindow {
  axe: {
    run: () => Promise<{
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
    }>
  }
}

/** The findings of axe-core on the page, in words. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The policy lets no script in: as the browser's own console does.
  await page.evaluate(axe => (0, eval)(axe), SOURCE)
  const results = await page.evaluate(
    async () => (await (window as unknown as AxeWindow).axe.run()).violations,
  )
  return results.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.length} times, as in ${nodes[0]?.html}: ${nodes[0]?.failureSummary}`,
  )
}
