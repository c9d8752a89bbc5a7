import { measurement, type Measurement } from '../support/measurement.ts'
import {
  follow,
  followedBy,
  type Followed,
  type Policy,
} from '../../../../test/support/forecast/follow.ts'
import {
  responseFigures,
  type ResponseFigures,
} from '../../../../test/support/forecast/response-figures.ts'
import { type Nature, NATURES, STILL } from '../../world/responses.ts'

/** Neither the model nor the rules of steps were built with seeds from 901 on. */
const FIRST_SEED = 901

export function response(seeds: number): Promise<Measurement[]> {
  const drawn = Array.from({ length: seeds }, (_, index) => FIRST_SEED + index)
  const learned = Object.entries(NATURES).map(([name, nature]) => {
    const figures = drawn.map(seed => responseFigures(nature, seed))
    console.error(`${name}: ${withinInterval(name, figures).value.toPrecision(3)} %`)
    return { name, figures, followed: drawn.map(seed => follow(nature, seed)) }
  })
  const figures = learned.flatMap(world => world.figures)
  const followed = learned.flatMap(world => world.followed)
  const followedDrawn = Object.values({ ...NATURES, ...STILL }).flatMap(nature =>
    drawn.map(seed => followDrawn(nature, seed)),
  )
  return Promise.resolve([
    ...learned.map(world => withinInterval(world.name, world.figures)),
    withinInterval('all worlds', figures),
    ...gainRows('learned responses', followed),
    ...gainRows('drawn responses', followedDrawn),
  ])
}

function withinInterval(name: string, figures: readonly ResponseFigures[]): Measurement {
  const total = (of: (result: ResponseFigures) => number): number =>
    figures.reduce((sum, result) => sum + of(result), 0)
  const held = (100 * total(result => result.held)) / total(result => result.campaigns)
  const what = `${name}: responses within the 80 % interval`
  return measurement(what, held, NaN, '%', 'value from 75 to 85')
}

type Outcomes = Record<Policy, Followed>

/** With responses as wrong as learned ones: many worlds in little time. */
function followDrawn(nature: Nature, seed: number): Outcomes {
  return {
    steps: followedBy('steps', nature, seed, { responses: 'drawn' }),
    'by 20 %': followedBy('by 20 %', nature, seed),
    nothing: followedBy('nothing', nature, seed),
  }
}

/** Gain of following a policy over doing nothing, as a share of the spend of doing nothing. */
function gainRows(about: string, followed: readonly Outcomes[]): Measurement[] {
  const gains = (policy: Policy): number[] =>
    followed.map(
      result => (100 * (result[policy].gain - result.nothing.gain)) / result.nothing.spend,
    )
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [steps, actions] = [gains('steps'), gains('by 20 %')]
  const what = `twelve weeks, ${about}: gain of steps / of 20 % by action, of spend`
  const worst = [Math.min(...steps), Math.min(...actions)] as const
  return [
    measurement(what, mean(steps), mean(actions), '%', 'value at least 0'),
    measurement(`${what}, worst`, ...worst, '%', 'value at least -5'),
  ]
}
