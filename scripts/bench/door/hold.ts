import fc from 'fast-check'
import { shape } from '../../../test/server/http/shapes.ts'
import { copiesOf, startWatched } from '../../../test/server/http/thread-hold.ts'
import { measurement, type Measurement } from '../support/measurement.ts'

const SHAPES = 150
const SEED = 20_261_124

/** Ms that the longest hold may take. */
const GOAL = 50

/** How many of each kind are measured again, and how often. */
const LONGEST = 15
const TRIES = 10

interface Found {
  request: string
  copies: number
  status: string
  ms: number
}

/** Searches for the requests that hold the thread longest: each shape once, and as often as a company may send it in a minute, all at once. */
export async function hold(): Promise<Measurement[]> {
  const cleanups: (() => Promise<unknown>)[] = []
  try {
    const { measure } = await startWatched({ teardown: cleanup => void cleanups.unshift(async () => void (await cleanup())) })
    const measured = async (request: string, copies: number, most: number): Promise<Found> => ({
      request,
      copies,
      ...(await measure(() => request, { copies, most, enough: 0 })),
    })
    const found: Found[] = []
    for (const request of fc.sample(shape, { numRuns: SHAPES, seed: SEED })) {
      for (const copies of new Set([1, copiesOf(request)])) found.push(await measured(request, copies, 1))
    }
    console.error(`Measuring again the ${LONGEST} longest of one and of a minute`)
    const again: Found[] = []
    for (const isOne of [true, false]) {
      const longest = found.filter(({ copies }) => (copies === 1) === isOne).toSorted((one, other) => other.ms - one.ms)
      for (const { request, copies } of longest.slice(0, LONGEST)) again.push(await measured(request, copies, TRIES))
    }
    again.sort((one, other) => other.ms - one.ms)
    for (const { ms, copies, request, status } of again.slice(0, 6)) {
      const [begin, end] = [request.slice(0, 90), request.slice(-160)].map(part => JSON.stringify(part))
      console.error(`${Math.round(ms)} ms: ${copies} times ${status}: ${begin} ... ${end}`)
    }
    const longestOf = (isOne: boolean): number => again.find(({ copies }) => (copies === 1) === isOne)?.ms ?? NaN
    return [
      measurement(`longest hold by one of ${SHAPES} requests`, longestOf(true), GOAL, 'ms', 'at most 50 ms'),
      measurement("longest hold by a minute's budget of one, at once", longestOf(false), GOAL, 'ms', 'at most 50 ms'),
    ]
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}
