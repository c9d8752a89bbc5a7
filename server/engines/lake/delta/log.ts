import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sealed } from '../../common/stored-files.ts'
import { NoSuchObject, ObjectDamaged, type Objects } from '../objects/objects.ts'
import { type Action, NO_TABLE, replay, type Snapshot } from './actions.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'

/** "Checkpoints": readers replay at most this many commits. */
const CHECKPOINT_EVERY = 10

export interface LogPlace {
  objects: Objects
  /** The table's folder in the lake. */
  root: string
  /** Local, for files on their way. */
  scratch: string
}

/** "Delta Log Entries": versions have 20 digits. */
function fileOf(root: string, version: number, end: 'json' | 'checkpoint.parquet'): string {
  return `${root}/_delta_log/${String(version).padStart(20, '0')}.${end}`
}

function lastCheckpointOf(root: string): string {
  return `${root}/_delta_log/_last_checkpoint`
}

function isCheckpointed(version: number): boolean {
  return version > 0 && version % CHECKPOINT_EVERY === 0
}

/**
 * The table at `head`, a version known to exist, and at later ones that a killed import committed without recording them.
 * @throws NoSuchObject or ObjectDamaged for a log with a gap, LakeUnavailable
 */
export async function readLog(place: LogPlace, head: number, now: Date): Promise<Snapshot> {
  const first = head - (head % CHECKPOINT_EVERY)
  const start = head >= CHECKPOINT_EVERY ? await readFrom(place, first) : NO_TABLE
  const versions = Array.from({ length: head - start.version }, (_, index) => start.version + 1 + index)
  const commits = await Promise.all(versions.map(version => readCommit(place, version)))
  let snapshot = commits.reduce((before, actions) => replay(before, actions), start)
  for (;;) {
    const next = await readCommit(place, snapshot.version + 1).catch(unlessMissing)
    if (next === undefined) return snapshot
    snapshot = replay(snapshot, next)
    await checkpointIfDue(place, snapshot, now)
  }
}

async function readFrom({ objects, root }: LogPlace, version: number): Promise<Snapshot> {
  const name = fileOf(root, version, 'checkpoint.parquet')
  const actions = await readCheckpoint(await read(objects, name)).catch((error: Error) => {
    throw new ObjectDamaged(name, error.message)
  })
  return replay(NO_TABLE, actions, version)
}

async function readCommit({ objects, root }: LogPlace, version: number): Promise<Action[]> {
  const name = fileOf(root, version, 'json')
  const text = String(await read(objects, name))
  try {
    return text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Action)
  } catch {
    throw new ObjectDamaged(name, 'a line is not JSON')
  }
}

async function read(objects: Objects, name: string): Promise<Buffer> {
  return await buffer(await objects.get(name))
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchObject)) throw error
}

/** The next version, with its checkpoint if one is due. Undefined if another import has written that version. */
export async function commit(place: LogPlace, before: Snapshot, actions: readonly Action[], now: Date): Promise<Snapshot | undefined> {
  const after = replay(before, actions)
  const isNew = await inFolder(place.scratch, async folder => {
    const path = join(folder, 'commit.json')
    const text = `${actions.map(action => JSON.stringify(action)).join('\n')}\n`
    return await place.objects.create(fileOf(place.root, after.version, 'json'), path, await written(path, text))
  })
  if (!isNew) return undefined
  await checkpointIfDue(place, after, now)
  return after
}

async function checkpointIfDue({ objects, root, scratch }: LogPlace, snapshot: Snapshot, now: Date): Promise<void> {
  const { version, files } = snapshot
  if (!isCheckpointed(version)) return
  await inFolder(scratch, async folder => {
    const { path, actions } = await writeCheckpoint(snapshot, folder, now)
    const { bytes, sha256 } = await sealed(path)
    await objects.put(fileOf(root, version, 'checkpoint.parquet'), path, { bytes, sha256 })
    // "Last Checkpoint File Schema".
    const pointer = JSON.stringify({ version, size: actions, sizeInBytes: bytes, numOfAddFiles: files.size })
    const at = join(folder, 'last')
    await objects.put(lastCheckpointOf(root), at, await written(at, pointer))
  })
}

/** Deletes a log, newest version first: what an interruption leaves is a log that begins with version 0. */
export async function deleteLog({ objects, root }: Omit<LogPlace, 'scratch'>, head: number): Promise<void> {
  let last = head
  while ((await objects.size(fileOf(root, last + 1, 'json'))) !== undefined) last++
  await objects.delete(lastCheckpointOf(root))
  for (let version = last; version >= 0; version--) {
    if (isCheckpointed(version)) await objects.delete(fileOf(root, version, 'checkpoint.parquet'))
    await objects.delete(fileOf(root, version, 'json'))
  }
}

async function written(path: string, text: string): Promise<{ bytes: number; sha256: string }> {
  await writeFile(path, text)
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

async function inFolder<Result>(scratch: string, use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(scratch, 'log-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
