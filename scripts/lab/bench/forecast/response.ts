import type { LoadOptions } from '../load/options.ts'
import { measurement, type Measurement } from '../support/measurement.ts'
import {
  follow,
  followedBy,
  type Followed,
  type Policy,
  RULES,
} from '../../../../test/support/forecast/follow.ts'
import {
  JOINED,
  responseFigures,
  type ResponseFigures,
} from '../../../../test/support/forecast/response-figures.ts'
import { NATURES, STILL } from '../../world/responses.ts'

/** Neither the model nor the rules of steps were built with seeds from 901 on. */
const FIRST_SEED = 901

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
  const total = (
    figures: readonly ResponseFigures[],
    of: (result: ResponseFigures) => number,
  ): number => figures.reduce((sum, result) => sum + of(result), 0)
  const all = found.flatMap(({ figures }) => figures)
  const joined = JOINED.map(name => {
    const within =
      (100 * total(all, result => result.within[name])) / total(all, result => result.cases)
    return measurement(
      `all worlds: change of total revenue within its 80 % interval, errors joined: ${name}`,
      within,
      80,
      '%',
      '-',
    )
  })
  return [
    ...found.flatMap(({ rows }) => rows),
    ...lines('all worlds', all),
    ...followedLines(
      'all worlds',
      found.flatMap(({ followed }) => followed),
    ),
    ...joined,
    ...ruleLines(seeds),
    ...Object.entries(STILL).flatMap(([name, nature]) =>
      stillLines(
        name,
        drawn.map(seed => responseFigures(nature, seed)),
        drawn.map(seed => follow(nature, seed)),
      ),
    ),
  ]
}

function lines(about: string, figures: readonly ResponseFigures[]): Measurement[] {
  const total = (of: (result: ResponseFigures) => number): number =>
    figures.reduce((sum, result) => sum + of(result), 0)
  const row = (what: string, value: number, baseline: number, goal: string): Measurement =>
    measurement(`${about}: ${what}`, 100 * value, 100 * baseline, '%', goal)
  const campaigns = total(result => result.campaigns)
  return [
    row('response within its 80 % interval / width of it', total(result => result.held) / campaigns, total(result => result.width) / campaigns, 'value from 75 to 85'), // prettier-ignore
    row(
      'learned responses / bias of all',
      total(result => result.evident) / campaigns,
      total(result => result.bias) / campaigns,
      '-',
    ),
    row('bias where jumps were at least 20 % / of all', total(result => result.moved.bias) / Math.max(1, total(result => result.moved.campaigns)), total(result => result.bias) / campaigns, 'value below 3'), // prettier-ignore
    row('revenue lost against the oracle / by the same change for all', total(result => result.regret.plan), total(result => result.regret.proportional), 'at most 0.5'), // prettier-ignore
    row('revenue of the same total over leaving it, worst / mean', Math.min(...figures.map(result => result.overLeaving)), total(result => result.overLeaving) / figures.length, 'value at least -1'), // prettier-ignore
  ]
}

/** Without budget moves nothing is known. A campaign that is billed per install has no response at all. */
function stillLines(
  about: string,
  figures: readonly ResponseFigures[],
  followed: readonly Record<Policy, Followed>[],
): Measurement[] {
  const evident = figures.reduce((sum, result) => sum + result.evident, 0)
  const campaigns = figures.reduce((sum, result) => sum + result.campaigns, 0)
  const moved = 100 * Math.max(...figures.map(result => result.shifted))
  return [
    measurement(
      `${about}: campaigns with evidence / with an interval`,
      evident,
      campaigns,
      'rows',
      'value at most 0',
    ),
    measurement(`${about}: spend that a plan moves, the most`, moved, 0, '%', 'value at most 0'),
    ...followedLines(about, followed),
  ]
}

/** Gain of steps with every rule, and without one or all, with responses as wrong as learned ones: many worlds in little time. */
function ruleLines(seeds: number): Measurement[] {
  const worlds = Object.values({ ...NATURES, ...STILL }).flatMap(nature =>
    Array.from({ length: seeds }, (_, index) => ({ nature, seed: FIRST_SEED + index })),
  )
  const nothing = worlds.map(({ nature, seed }) => followedBy('nothing', nature, seed))
  const gains = (without: typeof RULES | [(typeof RULES)[number]] | []): number[] =>
    worlds.map(({ nature, seed }, world) => {
      const { gain } = followedBy('steps', nature, seed, { without, responses: 'drawn' })
      return (100 * (gain - nothing[world]!.gain)) / nothing[world]!.spend
    })
  const all = gains([])
  const line = (name: string, others: readonly number[]): Measurement[] => [
    measurement(
      `twelve weeks with drawn responses: gain of steps / without ${name}, of spend`,
      mean(all),
      mean(others),
      '%',
      '-',
    ),
    measurement(`twelve weeks with drawn responses: in the worst world and seed / without ${name}`, Math.min(...all), Math.min(...others), '%', 'value at least -5'), // prettier-ignore
  ]
  return [
    ...RULES.flatMap(rule => line(`the rule ${rule}`, gains([rule]))),
    ...line('the three rules', gains(RULES)),
  ]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Gain of following a policy over doing nothing, as a share of the spend of doing nothing. */
function followedLines(
  about: string,
  followed: readonly Record<Policy, Followed>[],
): Measurement[] {
  const gains = (policy: Policy): number[] =>
    followed.map(
      result => (100 * (result[policy].gain - result.nothing.gain)) / result.nothing.spend,
    )
  const [steps, actions] = [gains('steps'), gains('by 20 %')]
  return [
    measurement(
      `${about}: twelve weeks, gain of steps / of 20 % by action, of spend`,
      mean(steps),
      mean(actions),
      '%',
      'value at least 0',
    ),
    measurement(`${about}: twelve weeks, gain in the worst seed, of steps / of 20 % by action`, Math.min(...steps), Math.min(...actions), '%', 'value at least -5'), // prettier-ignore
  ]
}
