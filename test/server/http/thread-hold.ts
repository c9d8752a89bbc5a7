import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import type { Test } from 'tap'
import type { Delivery } from '../../reference/delivery.ts'
import { alertRow, minimalDelivery, recommendationRow } from '../../reference/minimal-delivery.ts'
import { startService } from '../../support/started-service.ts'
import { many } from './request-shapes.ts'
import { elapse } from '../../support/pauses.ts'

/**
 * For how much longer than work in short turns does by itself, in ms, no requests of a minute may hold the thread. Slow machines take half of it for what
 * fast ones do in a quarter.
 */
export const MAX = 100

/** How often a shape is sent before it counts as slow: one hiccup of a busy machine is not a fault. */
const TRIES = 12

const LONG_LIST = 4000

/** With it, a plan moves every campaign. */
const RESPONSE = {
  predicted_paid_gross_roas: 0.5,
  marginal_roas: 0.4,
  response_elasticity: 0.8,
  response_low: 0.7,
  response_high: 0.9,
}

/** Sends texts from another thread, whose own work must not count, each over a connection, and says how the last response begins. */
const SENDER = `
const { parentPort, workerData } = require('node:worker_threads')
const { connect } = require('node:net')
parentPort.on('message', texts => {
  let left = texts.length
  let head = ''
  for (const bytes of texts) {
    const socket = connect(workerData, '127.0.0.1')
    let own = ''
    socket.setTimeout(600000, () => socket.destroy())
    socket.on('data', chunk => { if (own.length < 12) own += chunk.toString('latin1', 0, 12) })
    socket.on('error', () => undefined).on('close', () => {
      head = own
      if (--left === 0) parentPort.postMessage(head)
    })
    socket.write(bytes)
  }
})`

function longLists(): Delivery {
  const campaigns = many(LONG_LIST, index => `Campaign ${index} 🚀`)
  return minimalDelivery({
    recommendations: campaigns.map((campaign, index) =>
      recommendationRow({ recommendation_id: index + 1, campaign, ...RESPONSE }),
    ),
    alerts: campaigns.map((campaign, index) =>
      alertRow({ alert_id: index + 1, campaign, detail: 'x'.repeat(200) }),
    ),
  })
}

/** A service with long lists, by default, whose thread is watched. */
export async function startWatched(t: Pick<Test, 'teardown'>, delivery: Delivery = longLists()) {
  const service = await startService(t, { format: 'parquet', deliveries: [delivery] })
  await service.server.start()
  const key = await service.keyOf(1)
  const worker = new Worker(SENDER, {
    eval: true,
    workerData: Number(service.server.info.port),
    execArgv: [],
  })
  t.teardown(() => worker.terminate())
  const delay = monitorEventLoopDelay({ resolution: 1 })

  /** The longest that the thread was held while something else was waited for, in ms. */
  const held = async (wait: () => Promise<unknown>): Promise<number> => {
    delay.reset()
    delay.enable()
    await elapse(5)
    await wait()
    await elapse(5)
    delay.disable()
    return delay.max / 1e6
  }
  /** Work of our own in turns of 2 ms: a busy machine takes the thread away from it as it does from the service's. */
  const work = async (ms: number): Promise<void> => {
    for (const end = performance.now() + ms; performance.now() < end;) {
      for (const turn = performance.now() + 2; performance.now() < turn;);
      await new Promise(setImmediate)
    }
  }
  /** How requests, all sent at once, are answered, and for how much longer than such work they held the thread at least, of several times. */
  const measure = async (
    request: () => string,
    { copies = 1, most = TRIES, enough = MAX } = {},
  ): Promise<{ status: string; ms: number }> => {
    let [least, status] = [Infinity, '']
    for (let tries = 0; tries < most && least > enough; tries++) {
      const texts = many(copies, () => Buffer.from(request().replaceAll('KEY', key)))
      const began = performance.now()
      const busy = await held(async () => {
        const answered = new Promise<string>(resolve => worker.once('message', resolve))
        worker.postMessage(texts)
        status = await answered
      })
      if (busy > enough)
        least = Math.min(least, busy - (await held(() => work(performance.now() - began))))
      else least = Math.min(least, busy)
    }
    return { status, ms: least }
  }
  /** How a request is answered, and the most processor time that it took the thread in one round of the event loop, in ms. */
  const measureProcessor = async (request: string): Promise<{ status: string; ms: number }> => {
    let [most, isOver] = [0, false]
    let from = processorTime()
    const round = (): void => {
      most = Math.max(most, processorTime() - from)
      from = processorTime()
      // Without a reference it runs in every round but does not keep the loop from waiting.
      if (!isOver) setImmediate(round).unref()
    }
    setImmediate(round).unref()
    const answered = new Promise<string>(resolve => worker.once('message', resolve))
    worker.postMessage([Buffer.from(request.replaceAll('KEY', key))])
    const status = await answered
    isOver = true
    return { status, ms: most }
  }
  return { measure, measureProcessor }
}

/** What the main thread of this process has used, in ms: other work on the machine does not count, unlike in elapsed time. */
function processorTime(): number {
  return (
    Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
  )
}

/** Messages a minute of one company, by default. */
const BUDGET = 60

/** How many copies of a request a company may send in a minute: a batch counts by its messages. */
export function copiesOf(request: string): number {
  // A pipeline without a key has no such budget.
  if (request.split(' HTTP/1.1').length > 2) return 1
  const messages =
    /"jsonrpc":"2\.0"/.test(request) && request.includes('\r\n\r\n[{')
      ? request.split('"jsonrpc":"2.0"').length - 1
      : 1
  return Math.max(1, Math.floor(BUDGET / messages))
}
