import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { sql, type Sql } from '../../../core/model/sql.ts'
import { StoreDamaged } from '../../../core/model/store.ts'
import { RECORDS_FILE } from '../records.ts'
import { type Connection, connectIgnoringLog } from './driver.ts'

/** A commit: its number, the number of the last one that took something away, and marks that join it to the commit before. */
export interface Commit {
  count: number
  removed: number
  mark: string
  before: string
}

/** Has a fixed length, so that an update stays in its place on the page, where it is found without SQLite. */
const LINK = /(\d{10}) (\d{10}) ([0-9a-f]{16}) after ([0-9a-f]{16})/g

const LAST = sql`SELECT count, link FROM main.changes`

/** @throws StoreDamaged if the count differs from that in the link */
export function lastCommit(connection: Connection, statement: Sql = LAST): Commit {
  const [row] = connection.all(statement)
  const count = Number(row?.['count'] ?? 0)
  const link = String(row?.['link'] ?? '')
  // A migration has just added the column.
  const [commit] =
    link === '' ? [{ count, removed: 0, mark: '0'.repeat(16), before: '' }] : commitsIn(link)
  if (commit?.count !== count)
    throw new StoreDamaged(
      RECORDS_FILE,
      `${RECORDS_FILE} is damaged: its count of commits differs from that of the last one`,
    )
  return commit
}

/** Call before COMMIT. */
export function countCommit(connection: Connection, takesAway: boolean): void {
  const { count, removed, mark } = lastCommit(connection)
  const [next, last] = [count + 1, takesAway ? count + 1 : removed].map(number =>
    String(number).padStart(10, '0'),
  )
  const link = `${next} ${last} ${randomBytes(8).toString('hex')} after ${mark}`
  connection.run(sql`UPDATE main.changes SET count = ?, link = ?`, [count + 1, link])
}

function commitsIn(text: string): Commit[] {
  return [...text.matchAll(LINK)].map(([, count, removed, mark, before]) => ({
    count: Number(count),
    removed: Number(removed),
    mark: mark!,
    before: before!,
  }))
}

/**
 * Describes why the write-ahead log cannot be the file's own, or has lost commits that something followed; null if it is whole. SQLite itself
 * takes the log of any file with the same size of pages, and stops reading at the first damaged frame. Undefined if the file cannot be read
 * without its log: a power failure while the log moves into the file leaves such a file, which its log makes whole. `connection` holds the
 * write lock.
 */
export function problemOfLog(connection: Connection, file: string): string | null | undefined {
  if (sizeOfLog(file) === 0) return null
  const newest = lastCommit(connection)
  const inFile = commitWithoutLog(file)
  if (inFile === null) return undefined
  const logged = readLog(`${file}-wal`, rootPage(connection))
  // The newest one may have been cut by a power failure before it was confirmed.
  const isShort =
    inFile.count > newest.count || logged.some(({ count }) => count > newest.count + 1)
  if (isShort) return 'is damaged: it has lost commits'
  const byMark = new Map(logged.map(commit => [commit.mark, commit]))
  for (
    let commit: Commit | undefined = newest;
    commit !== undefined;
    commit = byMark.get(commit.before)
  ) {
    if (commit.mark === inFile.mark || commit.before === inFile.mark) return null
  }
  return `belongs to another ${RECORDS_FILE}`
}

export function sizeOfLog(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

/** Null if it cannot be read. Only SQLite may open the file: closing it otherwise would release the locks of this process. */
export function commitWithoutLog(file: string): Commit | null {
  let alone: Connection | undefined
  try {
    alone = connectIgnoringLog(file)
    return lastCommit(alone)
  } catch {
    return null
  } finally {
    alone?.close()
  }
}

function rootPage(connection: Connection): number {
  return Number(
    connection.all(sql`SELECT rootpage FROM sqlite_schema WHERE name = 'changes'`)[0]?.['rootpage'],
  )
}

/** Bytes of the headers of a write-ahead log and of each of its frames, which hold a page each. */
const [LOG_HEADER, FRAME_HEADER] = [32, 24]

/** The commits in a write-ahead log, which each write this page. */
function readLog(path: string, page: number): Commit[] {
  const file = openSync(path, 'r')
  try {
    const read = (at: number, bytes: number): Buffer => {
      const buffer = Buffer.alloc(bytes)
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, at))
    }
    const header = read(0, LOG_HEADER)
    const size = header.length < LOG_HEADER ? 0 : header.readUInt32BE(8)
    const commits: Commit[] = []
    if (size < 512 || size > 65_536) return commits
    for (let at = LOG_HEADER; ; at += FRAME_HEADER + size) {
      const frame = read(at, FRAME_HEADER)
      if (frame.length < FRAME_HEADER) return commits
      if (frame.readUInt32BE(0) === page)
        commits.push(...commitsIn(read(at + FRAME_HEADER, size).toString('latin1')))
    }
  } finally {
    closeSync(file)
  }
}
