import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeptRows, type Previous, RowCache } from '../../core/runtime/shared-work.ts'
import { forEachInSlices, mapInSlices } from '../../core/runtime/slices.ts'
import { keptName, lastCleared, temporaryPath } from './spool-folder.ts'
import type { Run } from '../../core/model/catalog.ts'
import type { Identity } from '../../core/model/identities.ts'
import { ownBounds } from '../../core/runtime/machine.ts'
import { identitiesName, runName, servedRun } from '../../core/model/runs.ts'
import type {
  IdentityTotals,
  LatestDays,
  Store,
  StoredRecommendation,
} from '../../core/model/store.ts'

/** Maximum bytes of cached rows; larger ones are recomputed by each process. */
const MAX_BYTES = 32 * 2 ** 20

/**
 * Rows in the spool's folder: one file per slot, which new rows replace. A file has a SHA-256 of its slot and of the rest, then
 * the rows' name and the rows, a line of JSON each. A file with another hash or name is recomputed.
 * @param version of the code that computes rows
 */
export function keptRows(dir: string, version: string): KeptRows {
  return async <Row extends object>(
    slot: string,
    content: string,
    make: (previous: Previous<Row>) => Promise<readonly Row[]>,
  ) => {
    const path = join(dir, keptName(slot))
    const name = `${version} ${content}`
    const read = async (isWanted: (name: string) => boolean): Promise<Row[] | undefined> =>
      (await readRows(path, slot, isWanted).catch(() => undefined)) as Row[] | undefined
    const current = await read(stored => stored === name)
    if (current !== undefined) return current
    const cleared = await lastCleared(dir)
    const made = await make(
      async () => (await read(stored => stored.startsWith(`${version} `))) ?? [],
    )
    // A failure only affects the next process.
    await writeRows(dir, path, { slot, name, rows: made }, cleared).catch(() => undefined)
    return made
  }
}

async function sealOf(slot: string, lines: readonly Buffer[]): Promise<string> {
  const hash = createHash('sha256').update(`${slot}\n`)
  await forEachInSlices(lines, line => hash.update(line))
  return hash.digest('base64url')
}

async function readRows(
  path: string,
  slot: string,
  isWanted: (name: string) => boolean,
): Promise<unknown[] | undefined> {
  const bytes = readSmall(path)
  if (bytes === undefined) return undefined
  const [seal, name, ...rows] = linesOf(bytes)
  if (!isWanted(textOf(name!)) || textOf(seal!) !== (await sealOf(slot, [name!, ...rows])))
    return undefined
  return await mapInSlices(rows, line => JSON.parse(textOf(line)) as unknown)
}

/** Synchronous: the file is read once, in about 30 us, and queries may occupy libuv's pool. */
function readSmall(path: string): Buffer | undefined {
  const file = openSync(path, 'r')
  try {
    return fstatSync(file).size > MAX_BYTES ? undefined : readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** With their ends. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; start += lines.at(-1)!.length) {
    const end = bytes.indexOf('\n', start)
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end + 1))
  }
  return lines
}

function textOf(line: Buffer): string {
  return line.toString().slice(0, -1)
}

/** The folder is not synced: lost rows are recomputed. */
async function writeRows(
  dir: string,
  path: string,
  { slot, name, rows }: { slot: string; name: string; rows: readonly object[] },
  cleared: string | null,
): Promise<void> {
  // Rows share objects, and all their texts together may exceed the memory.
  let size = 0
  const lines = await mapInSlices([name, ...rows], row => {
    const line = Buffer.from(
      size > MAX_BYTES ? '' : `${typeof row === 'string' ? row : JSON.stringify(row)}\n`,
    )
    size += line.length
    return line
  })
  if (size > MAX_BYTES) return await rm(path, { force: true })
  const seal = Buffer.from(`${await sealOf(slot, lines)}\n`)
  const temporary = temporaryPath(dir)
  try {
    await writeFile(temporary, Buffer.concat([seal, ...lines]))
    // See `clearSpoolFolder`: the rows may come from erased data.
    if ((await lastCleared(dir)) === cleared) await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Maximum cached rows of all apps, tens of MB each; fewer on a small machine. */
const MAX_CACHED = { identities: 500_000, recommendations: 50_000, totals: 100_000, latest: 50_000 }

/**
 * A store that caches rows of served runs. Identities and recommendations are kept in the spool too, so that a start or the first request
 * after an import need not read its files.
 */
export function keepingStore(store: Store, keptRows: KeptRows): Store {
  const { caches } = ownBounds()
  const cache = <Row extends object>(kind: keyof typeof MAX_CACHED): RowCache<Row> =>
    new RowCache(Math.round(MAX_CACHED[kind] * caches), keptRows)
  const identities = cache<Identity>('identities')
  const recommendations = cache<StoredRecommendation>('recommendations')
  const totals = cache<IdentityTotals>('totals')
  const latest = cache<LatestDays>('latest')
  const isServed = async ({ app_id: appId, kind, run_id: id }: Run): Promise<boolean> =>
    servedRun(await store.catalog(appId), appId, kind)?.run_id === id
  return {
    ...store,
    keptRows,

    async identities(work, catalog, appId) {
      if (!catalog.files[appId]?.identities) return []
      const name = identitiesName(catalog, appId)
      return await identities.read(
        name,
        work,
        work => store.identities(work, catalog, appId),
        `identities ${appId}`,
      )
    },

    async recommendations(work, runs, granularity) {
      const [run, ...others] = runs.filter(run => run.recommendations)
      if (run === undefined) return []
      // Several are of earlier runs, whose steps are kept instead.
      if (others.length > 0) return await store.recommendations(work, runs, granularity)
      const name = `${granularity} ${runName(run)}`
      const known = recommendations.get(name)
      if (known !== undefined) return known
      const slot = (await isServed(run))
        ? `recommendations ${granularity} ${run.app_id}`
        : undefined
      return await recommendations.read(
        name,
        work,
        work => store.recommendations(work, [run], granularity),
        slot,
      )
    },

    async identityTotals(work, catalog, run) {
      if (!run.facts) return []
      return await totals.read(runName(run), work, work => store.identityTotals(work, catalog, run))
    },

    async latestDays(work, catalog, run, through) {
      if (!run.facts) return []
      return await latest.read(`${runName(run)} ${through}`, work, work =>
        store.latestDays(work, catalog, run, through),
      )
    },
  }
}
