import type { LoadOptions } from '../load/options.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import { follow, type Followed, POLICIES, type Policy } from '../../../test/support/forecast/follow.ts'
import { JOINED, responseFigures, type ResponseFigures } from '../../../test/support/forecast/response-figures.ts'
import { NATURES, NEVER } from '../../simulate/responses.ts'

/** Seeds below were used while building the model, these only afterwards. */
const FIRST_SEED = 421

export async function response({ seeds }: Pick<LoadOptions, 'seeds'>): Promise<Measurement[]> {
  const drawn = Array.from({ length: seeds }, (_, index) => FIRST_SEED + index)
  const found = Object.entries(NATURES).map(([name, nature]) => {
    const figures = drawn.map(seed => responseFigures(nature, seed))
    const followed = drawn.map(seed => follow(nature, seed))
    const rows = [...lines(name, figures), ...followedLines(name, followed)]
    process.stderr.write(
      `${name}: ${rows.map(({ value, baseline }) => `${value.toPrecision(3)} / ${baseline.toPrecision(3)}`).join(', ')}\n`,
    )
    return { figures, followed, rows }
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
    ...followedLines(
      'all worlds',
      found.flatMap(({ followed }) => followed),
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

/** How often steps gain more than another policy, and what each gains, brings and spends over doing nothing, of its own. */
function followedLines(about: string, followed: readonly Record<Policy, Followed>[]): Measurement[] {
  const sum = (policy: Policy, of: keyof Followed): number => followed.reduce((all, one) => all + one[policy][of], 0)
  const over = (policy: Policy, of: 'gain' | 'revenue' | 'spend'): number =>
    (100 * (sum(policy, of) - sum('nothing', of))) / Math.abs(sum('nothing', of === 'gain' ? 'spend' : of))
  const row = (what: string, value: number, baseline: number, goal = '-'): Measurement =>
    measurement(`${about}: twelve weeks, ${what}`, value, baseline, '%', goal)
  return POLICIES.filter(policy => policy !== 'nothing').flatMap(policy => [
    ...(policy === 'steps'
      ? []
      : [row(`seeds in which steps gain more than ${policy} / than nothing`, better(followed, policy), better(followed, 'nothing'))]),
    row(`${policy}: gain over nothing, of its spend / spend over nothing`, over(policy, 'gain'), over(policy, 'spend')),
    row(
      `${policy}: revenue over nothing / growth of spend`,
      over(policy, 'revenue'),
      (100 * sum(policy, 'growth')) / followed.length - 100,
    ),
  ])
}

function better(followed: readonly Record<Policy, Followed>[], policy: Policy): number {
  return (100 * followed.filter(one => one.steps.gain > one[policy].gain).length) / followed.length
}
