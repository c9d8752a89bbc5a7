import type { LoadOptions } from '../load/options.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { followedProfit, JOINED, POLICIES, type Policy, responseFigures, type ResponseFigures } from './response-figures.ts'
import { NATURES, NEVER } from './response-world.ts'

/** Seeds below were used while building the model, these only afterwards. */
const FIRST_SEED = 421

export async function response({ seeds }: Pick<LoadOptions, 'seeds'>): Promise<Measurement[]> {
  const drawn = Array.from({ length: seeds }, (_, index) => FIRST_SEED + index)
  const found = Object.entries(NATURES).map(([name, nature]) => {
    const figures = drawn.map(seed => responseFigures(nature, seed))
    const profits = drawn.map(seed => followedProfit(nature, seed))
    const rows = [...lines(name, figures), ...profitLines(name, profits)]
    process.stderr.write(
      `${name}: ${rows.map(({ value, baseline }) => `${value.toPrecision(3)} / ${baseline.toPrecision(3)}`).join(', ')}\n`,
    )
    return { figures, profits, rows }
  })
  const still = drawn.map(seed => responseFigures(NEVER, seed))
  const total = (figures: readonly ResponseFigures[], of: (one: ResponseFigures) => number): number =>
    figures.reduce((sum, one) => sum + of(one), 0)
  const all = found.flatMap(({ figures }) => figures)
  const joined = JOINED.map(name =>
    measurement(
      `all worlds: change of total revenue within its 80 % interval, errors joined: ${name}`,
      (100 * total(all, one => one.within[name])) / total(all, one => one.cases),
      80,
      '%',
      '-',
    ),
  )
  return [
    ...found.flatMap(({ rows }) => rows),
    ...lines('all worlds', all),
    ...profitLines(
      'all worlds',
      found.flatMap(({ profits }) => profits),
    ),
    ...joined,
    measurement('managers who never moved: campaigns with evidence', (100 * total(still, one => one.evident)) / total(still, one => one.campaigns), 0, '%', 'value at most 5'), // prettier-ignore
    measurement('managers who never moved: spend that a plan moves', (100 * total(still, one => one.shifted)) / still.length, 0, '%', 'value at most 1'), // prettier-ignore
  ]
}

function lines(about: string, figures: readonly ResponseFigures[]): Measurement[] {
  const total = (of: (one: ResponseFigures) => number): number => figures.reduce((sum, one) => sum + of(one), 0)
  const row = (what: string, value: number, baseline: number, goal: string): Measurement =>
    measurement(`${about}: ${what}`, 100 * value, 100 * baseline, '%', goal)
  const campaigns = total(one => one.campaigns)
  return [
    row('response within its 80 % interval / width of it', total(one => one.held) / campaigns, total(one => one.width) / campaigns, 'value from 75 to 85'), // prettier-ignore
    row('bias where jumps were at least 20 % / of all', total(one => one.moved.bias) / total(one => one.moved.campaigns), total(one => one.bias) / campaigns, 'value below 3'), // prettier-ignore
    row('revenue lost against the oracle / by the same change for all', total(one => one.regret.plan), total(one => one.regret.proportional), 'at most 0.5'), // prettier-ignore
    row('revenue of the same total over leaving it, worst / mean', Math.min(...figures.map(one => one.overLeaving)), total(one => one.overLeaving) / figures.length, 'value at least -1'), // prettier-ignore
  ]
}

/** Seeds in which the suggestions brought more, and by how much of the profit of doing nothing, as a sum. */
function profitLines(about: string, profits: readonly Record<Policy, number>[]): Measurement[] {
  const sum = (policy: Policy): number => profits.reduce((all, one) => all + one[policy], 0)
  return POLICIES.filter(policy => policy !== 'suggested').map(policy =>
    measurement(
      `${about}: twelve weeks of suggestions, seeds with more profit than ${policy} / gain in profit`,
      (100 * profits.filter(one => one.suggested > one[policy]).length) / profits.length,
      (100 * (sum('suggested') - sum(policy))) / Math.abs(sum('nothing')),
      '%',
      'value 100',
    ),
  )
}
