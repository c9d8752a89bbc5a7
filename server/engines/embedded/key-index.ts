import { readFile } from 'node:fs/promises'
import { nextSlice } from '../../model/slices.ts'
import { whenMissing } from './data-folder.ts'
import { endOfLine, KEY_FILE, openLine, recordsIn } from './key-file.ts'
import type { StoredKey } from './sealed-record.ts'

/** Maximum time, ms, that indexing holds the event loop. */
const SLICE = 4

/** The key file as a reader knows it: its bytes, and where in them a key is. */
interface KeyIndex {
  inode: bigint
  bytes: Buffer
  byHash: Map<string, number>
  byId: Map<string, number>
  /** Records by offset, as they are asked for; null: the bytes there are no record any more. */
  opened: Map<number, StoredKey | null>
  /** By offset. Reported once the file is settled: until then a write may be under way. */
  damaged: Map<number, { line: number; problem: string; isTold: boolean }>
}

export function emptyIndex(): KeyIndex {
  return { inode: 0n, bytes: Buffer.alloc(0), byHash: new Map(), byId: new Map(), opened: new Map(), damaged: new Map() }
}

/**
 * Reads the file and parses the lines that changed. Bytes only change in place, or are added: entries of unchanged lines stay, and those of
 * changed ones are checked when used.
 */
export async function readChanges(before: KeyIndex, path: string, inode: bigint): Promise<KeyIndex> {
  const bytes = await readFile(path).catch(whenMissing(Buffer.alloc(0)))
  const isKept = inode === before.inode && bytes.length >= before.bytes.length
  if (isKept && before.damaged.size === 0 && bytes.equals(before.bytes)) return before
  const index = { ...(isKept ? before : emptyIndex()), inode, bytes, opened: new Map<number, StoredKey | null>() }
  const old = isKept ? before.bytes : Buffer.alloc(0)
  let began = performance.now()
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = endOfLine(bytes, start)
    const isSame = end < old.length && bytes.compare(old, start, end + 1, start, end + 1) === 0 && !index.damaged.has(start)
    if (!isSame) addLine(index, line, start, end)
    start = end + 1
    if (line % 64 === 0 && performance.now() - began > SLICE) {
      await nextSlice()
      began = performance.now()
    }
  }
  return index
}

function addLine({ bytes, byHash, byId, damaged }: KeyIndex, line: number, start: number, end: number): void {
  for (const [from, to] of recordsIn(bytes, start, end)) {
    const opened = openLine(bytes.toString('utf8', from, to))
    const isTold = damaged.get(from)?.isTold ?? false
    damaged.delete(from)
    if (opened === null) continue
    if ('problem' in opened) damaged.set(from, { line, problem: opened.problem, isTold })
    else {
      byHash.set(opened.record.sha256, from)
      byId.set(opened.record.id, from)
    }
  }
}

/** Null where the bytes changed and hold no record any more. */
export function openAt({ bytes, opened }: KeyIndex, start: number): StoredKey | null {
  const [[from, to] = [start, start]] = recordsIn(bytes, start, endOfLine(bytes, start))
  const line = openLine(bytes.toString('utf8', from, to))
  const record = line !== null && 'record' in line ? line.record : null
  opened.set(start, record)
  return record
}

/** Each damaged line once. */
export function reportDamage({ damaged }: KeyIndex, tell: (line: string) => void): void {
  for (const one of damaged.values()) {
    if (one.isTold) continue
    one.isTold = true
    tell(`keys/${KEY_FILE}, line ${one.line} is ${one.problem}. It is ignored: run \`admin verify\``)
  }
}
