import { utcDate } from '../core/model/dates.ts'
import type { StorageAddress } from '../core/model/storage-address.ts'
import type { Catalog } from '../core/model/catalog.ts'
import type { Storage } from '../store/facts/common/storage.ts'
import { companies } from '../../scripts/lab/studio/apps.ts'
import { adminCommand } from '../core/runtime/commands.ts'
import { ENOUGH_DONE, liveLine, stageProgress } from '../core/runtime/progress.ts'
import { printError } from '../core/runtime/print.ts'
import { importApart } from '../imports/load/import-apart.ts'
import { withScratch } from '../store/facts/common/write-files.ts'
import { newId } from '../core/model/identities.ts'
import { NICE } from '../core/runtime/priority.ts'
import { makeApart } from '../../scripts/lab/studio/make-apart.ts'

/** Seconds on two idle cores. */
const EXPECTED = 12

/** Measured share of the time for building the delivery, before its import. */
const MAKING = 0.8

const REFRESH_MS = 500

type OnProgress = (share: number, secondsLeft: number) => void

/**
 * Fills an empty store with today's demo delivery. If several nodes start together, one does it. Returns whether the store has only the demo
 * and no key was ever printed, as after a killed start.
 */
export async function loadDemo(
  address: StorageAddress,
  storage: Storage,
  catalog: Catalog,
  onProgress: OnProgress,
): Promise<boolean> {
  if (catalog.version > 0) return await lacksKeys(storage, catalog)
  const names = (await storage.foreignNames?.()) ?? []
  if (names.length === 0) return await importDemo(address, onProgress)
  printError(
    `The store is empty, but DATA_DIR ${address.dataDir} is not (${names.slice(0, 5).join(', ')}${names.length > 5 ? ', ...' : ''}): ` +
      'no demo was loaded. Import a delivery, or set DATA_DIR to an empty folder.',
  )
  return false
}

/** False if another node was first. */
async function importDemo(address: StorageAddress, onProgress: OnProgress): Promise<boolean> {
  printError(
    `The store is empty: loading a demo, about ${EXPECTED} s on two idle cores (DEMO=off starts without one).`,
  )
  const progress = demoProgress(onProgress)
  try {
    await withScratch(address.dataDir, newId(), async delivery => {
      const made = makeApart({ delivery, today: utcDate(new Date()) }, progress.making).then(
        progress.importing,
      )
      // No requests are served before it is published.
      const options = {
        actor: 'service',
        nice: NICE.request,
        after: made,
        until: 'published',
      } as const
      await importApart(address, { delivery, expectedVersion: 0 }, options)
    })
    return true
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StoreChanged') throw error
    printError('Another node has loaded data.')
    return false
  } finally {
    progress.end()
  }
}

interface DemoProgress {
  making: (share: number) => void
  importing: () => void
  end: () => void
}

/** Reports both parts on the console, and the whole to `onProgress`. */
function demoProgress(onProgress: OnProgress): DemoProgress {
  const line = liveLine()
  const names = { make: 'Making the demo', import: 'Importing the demo' }
  const { progress, end } = stageProgress(
    names,
    line === undefined ? {} : { line: { ...line, keep: line.clear } },
  )
  const began = performance.now()
  progress('make', 0)
  let share = 0
  /** Progress per ms, from the last report, assumed for steps without reports. */
  let pace = 0
  const timer = setInterval(() => {
    const elapsed = performance.now() - began
    share = Math.max(share, Math.min(0.99, pace * elapsed))
    const expected = share < ENOUGH_DONE ? EXPECTED * 1000 : elapsed / share
    onProgress(share, Math.max(1, Math.ceil((expected - elapsed) / 1000)))
  }, REFRESH_MS)
  return {
    making(made) {
      pace = (made * MAKING) / (performance.now() - began)
      progress('make', made)
    },
    importing: () => progress('import', 0),
    end() {
      clearInterval(timer)
      end()
    },
  }
}

async function lacksKeys({ keys }: Storage, catalog: Catalog): Promise<boolean> {
  const names = catalog.companies.map(({ name }) => name)
  const isDemo =
    names.length === companies.length && companies.every(({ name }) => names.includes(name))
  return isDemo && (await keys.list()).length === 0
}

/** Creates a key for each company of the demo. Returns each with the company's name: `uascope_... (Nordlys Spielestudio)`. */
export async function createDemoKeys({ keys }: Storage): Promise<string[]> {
  const made = []
  for (const { id, name } of companies)
    made.push(`${(await keys.create({ companyId: id, name: `Demo: ${name}` })).key} (${name})`)
  return made
}

export function hiddenKeysHint(): string {
  const ids = companies.map(({ id }) => id).join(' or ')
  return `Keys of the demo are not printed into a log: ${adminCommand('keys create --company ID')} (${ids}) makes one, DEMO=on prints them.`
}
