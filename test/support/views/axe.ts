import { readFileSync } from 'node:fs'
import type { Frame } from 'playwright-core'
import { repository } from '../repository.ts'

const SOURCE = readFileSync(`${repository}node_modules/axe-core/axe.min.js`, 'utf8')

interface AxeWindow {
  axe: {
    run: () => Promise<{
      violations: {
        id: string
        impact: string
        nodes: { html: string; failureSummary: string }[]
      }[]
    }>
  }
}

/** What keeps people from using the page, in words: axe-core's serious and critical violations. */
export async function violations(frame: Frame): Promise<string[]> {
  await frame.addScriptTag({ content: SOURCE })
  const results = await frame.evaluate(
    async () => (await (window as unknown as AxeWindow).axe.run()).violations,
  )
  return results
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.length} times, as in ${nodes[0]?.html}: ${nodes[0]?.failureSummary}`,
    )
}
