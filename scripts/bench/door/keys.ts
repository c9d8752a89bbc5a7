import { execFile } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { createApiKey } from '../../../server/access/keys.ts'
import type { LoadOptions } from '../load/options.ts'
import { withFolder } from '../support/bench-store.ts'
import { measurement, timed, type Measurement } from '../support/measurement.ts'
import { memory, runService } from '../support/running-service.ts'
import { addKeys, loadCompanies, measureLists, unanswered } from './companies.ts'

const KEYS = 100_000
const RATE = 200
const UNKNOWN = 1000

/** Below the budget of an address, so that every unknown key is looked up. */
const ADDRESSES = 100

/** Lists with 100,000 keys, alone and while 1,000 unknown keys a second are looked up, against a store with 200 keys. */
export function keys({ seconds }: LoadOptions): Promise<Measurement[]> {
  return withFolder(async dir => {
    const companies = await loadCompanies(dir)
    const lists = { companies, rate: RATE, seconds, localAddress: '127.0.0.2' }
    const createFew = await timed(() => createKey(dir))
    const few = await runService(dir)
    let fewLists, fewMemory
    try {
      await measureLists({ ...lists, url: few.url, seconds: 5 })
      fewLists = await measureLists({ ...lists, url: few.url })
      fewMemory = await memory(few)
    } finally {
      await few.stop()
    }
    await addKeys(dir, KEYS)
    const createMany = await timed(() => createKey(dir))
    const many = await runService(dir)
    try {
      await measureLists({ ...lists, url: many.url, seconds: 5 })
      const alone = await measureLists({ ...lists, url: many.url })
      const unknown = sendUnknownKeys(many.url)
      const beside = await measureLists({ ...lists, url: many.url })
      const answered = unknown.stop()
      return [
        measurement(`p99 of ${RATE} lists a second with ${KEYS} keys / with 200`, alone.p99, fewLists.p99, 'ms', 'about 1'),
        measurement(`p99 beside ${UNKNOWN} unknown keys a second / without`, beside.p99, alone.p99, 'ms', 'about 1'),
        measurement('p50 beside them / without', beside.p50, alone.p50, 'ms', ''),
        measurement('lists refused or failed', unanswered(beside), unanswered(alone), 'requests', '0'),
        measurement('unknown keys answered a second', answered, UNKNOWN, 'requests', ''),
        measurement(`\`keys create\` with ${KEYS} keys / with 200`, createMany, createFew, 'ms', 'about 1'),
        measurement('resident memory of the service / with 200 keys', await memory(many), fewMemory, 'MB', ''),
      ]
    } finally {
      await many.stop()
    }
  })
}

async function createKey(dataDir: string): Promise<void> {
  const environment = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/admin/main.ts', 'keys', 'create', '--company', '2'], {
    env: environment,
  })
}

/** Returns how many were answered with 401 per second. */
function sendUnknownKeys(url: string): { stop: () => number } {
  const { hostname, port } = new URL(url)
  let refused = 0
  const sockets: Socket[] = Array.from({ length: ADDRESSES }, (_, index) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${index + 1}` })
    return socket.on('error', () => undefined).on('data', bytes => (refused += bytes.toString('latin1').split('HTTP/1.1 401').length - 1))
  })
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) / 1000) * UNKNOWN; sent < due; sent++) {
      sockets[sent % ADDRESSES]!.write(`GET /v1/apps HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${createApiKey()}\r\n\r\n`)
    }
  }, 10)
  return {
    stop() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      return refused / ((performance.now() - began) / 1000)
    },
  }
}
