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

/** One address is soon beyond its budget; a hundred stay below theirs, so that every unknown key has its whole response. */
const ADDRESSES = 100

/** Lists with 100,000 keys, alone and while 1,000 unknown keys a second are looked up, against a store with 200 keys. */
export function keys({ seconds }: LoadOptions): Promise<Measurement[]> {
  return withFolder(async dir => {
    const companies = await loadCompanies(dir)
    const lists = { companies, rate: RATE, seconds, localAddress: '127.0.0.2' }
    const createFew = await timed(() => createKey(dir))
    const few = await runService(dir)
    const besideUnknown = async (url: string, addresses: number): Promise<{ p99: number; failed: number; answered: number }> => {
      const unknown = sendUnknownKeys(url, addresses)
      const found = await measureLists({ ...lists, url })
      return { p99: found.p99, failed: unanswered(found), answered: unknown.stop() }
    }
    const [fewAlone, fewBeside, fewMemory] = await (async () => {
      try {
        await measureLists({ ...lists, url: few.url, seconds: 5 })
        return [await measureLists({ ...lists, url: few.url }), await besideUnknown(few.url, ADDRESSES), await memory(few)] as const
      } finally {
        await few.stop()
      }
    })()
    await addKeys(dir, KEYS)
    const createMany = await timed(() => createKey(dir))
    const many = await runService(dir)
    try {
      await measureLists({ ...lists, url: many.url, seconds: 5 })
      const alone = await measureLists({ ...lists, url: many.url })
      const one = await besideUnknown(many.url, 1)
      const beside = await besideUnknown(many.url, ADDRESSES)
      return [
        measurement(`p99 of ${RATE} lists a second with ${KEYS} keys / with 200`, alone.p99, fewAlone.p99, 'ms', 'about 1'),
        measurement(`p99 beside ${UNKNOWN} unknown keys a second from one address / without`, one.p99, alone.p99, 'ms', 'about 1'),
        measurement(`p99 beside them from ${ADDRESSES} addresses / with 200 keys`, beside.p99, fewBeside.p99, 'ms', 'about 1'),
        measurement('lists refused or failed', one.failed + beside.failed, unanswered(alone), 'requests', '0'),
        measurement('unknown keys answered a second: one address', one.answered, UNKNOWN, 'requests', ''),
        measurement(`unknown keys answered a second: ${ADDRESSES} addresses`, beside.answered, UNKNOWN, 'requests', ''),
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

/** Returns how many were refused per second. */
function sendUnknownKeys(url: string, addresses: number): { stop: () => number } {
  const { hostname, port } = new URL(url)
  let refused = 0
  const sockets: Socket[] = Array.from({ length: ADDRESSES }, (_, index) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.1.${1 + (index % addresses)}` })
    return socket.on('error', () => undefined).on('data', bytes => (refused += bytes.toString('latin1').split('HTTP/1.1 4').length - 1))
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
