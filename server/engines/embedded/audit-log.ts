import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { auditEntry, type AuditEntry, type AuditFilter, type AuditLog } from '../../access/audit.ts'
import { lineOf, MONTH_FILE, noteSize, parseLine, readLines, readSizes } from './audit-lines.ts'
import { eraseLines } from './erase-lines.ts'
import { makeRecordFolder, syncFile, whenMissing } from './data-folder.ts'

/** Bytes read at once from a file's end. */
const PIECE = 64 * 1024

interface Waiting {
  file: string
  line: string
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * JSON lines in `dir`, a file a month (`2026-11.jsonl`): old files may be moved away while the service runs. Waiting entries are one
 * append, concurrent processes included. Skips damaged lines and reports their number to `tell`. `clock` gives ms since 1970.
 */
export function fileAuditLog(dir: string, clock: () => number = Date.now, tell: (line: string) => void = () => undefined): AuditLog {
  let waiting: Waiting[] = []
  let isWriting = false
  const damaged = new Map<string, number>()

  const writeWaiting = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) {
      const { file } = waiting[0]!
      const batch = waiting.filter(one => one.file === file)
      waiting = waiting.filter(one => one.file !== file)
      await writeBatch(dir, file, batch)
    }
    isWriting = false
  }
  const tellDamaged = (file: string, count: number): void => {
    if (count <= (damaged.get(file) ?? 0)) return
    damaged.set(file, count)
    tell(`audit/${file} has ${count} damaged ${count === 1 ? 'line' : 'lines'}, not shown: run \`admin verify\``)
  }

  return {
    async append(event) {
      const entry = auditEntry(event, clock)
      await new Promise<void>((resolve, reject) => {
        waiting.push({ file: `${entry.at.slice(0, 7)}.jsonl`, line: `${lineOf(entry)}\n`, resolve, reject })
        if (!isWriting) void writeWaiting()
      })
    },

    async *entries(filter = {}) {
      const { since = '', last } = filter
      const months = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(
        name => MONTH_FILE.test(name) && name.slice(0, 7) >= since.slice(0, 7),
      )
      months.sort()
      if (last === undefined) {
        for (const month of months) {
          let skipped = 0
          for await (const { bytes } of readLines(join(dir, month))) {
            const entry = parseLine(bytes.toString())
            if (entry === null) skipped++
            else if (matches(entry, filter)) yield entry
          }
          tellDamaged(month, skipped)
        }
        return
      }
      const newest: AuditEntry[] = []
      for (const month of months.reverse()) {
        let skipped = 0
        for await (const line of linesFromEnd(join(dir, month))) {
          if (line === '') continue
          const entry = parseLine(line)
          if (entry === null) skipped++
          else if (matches(entry, filter) && newest.push(entry) === last) break
        }
        tellDamaged(month, skipped)
        if (newest.length === last) break
      }
      yield* newest.reverse()
    },

    erase: (erasure, { users = [], dryRun = false } = {}) => eraseLines(dir, erasure, new Set(users.map(id => `user:${id}`)), dryRun),
  }
}

/** One write; the lines survive a power cut. */
async function writeBatch(dir: string, name: string, batch: readonly Waiting[]): Promise<void> {
  try {
    await makeRecordFolder(dir)
    const sizes = await readSizes(dir)
    const file = await open(join(dir, name), 'a+', 0o600)
    try {
      const before = await endOf(file)
      const torn = before === 'torn' ? '\n' : ''
      const { bytesWritten } = await file.write(Buffer.from(torn + batch.map(({ line }) => line).join('')))
      await file.datasync()
      if (before === 'empty') await syncFile(dir)
      // Only detects damage: entries are written even if this fails on a full disk.
      await noteSize(dir, name, sizes, bytesWritten, (await file.stat()).size).catch(() => undefined)
      let end = torn.length
      for (const { line, resolve, reject } of batch) {
        end += Buffer.byteLength(line)
        if (end <= bytesWritten) resolve()
        else reject(new Error(`only ${bytesWritten} bytes could be written`))
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** A write cut short by a full disk leaves a torn line, which must not merge with the next. */
async function endOf(file: FileHandle): Promise<'empty' | 'whole' | 'torn'> {
  const { size } = await file.stat()
  if (size === 0) return 'empty'
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n' ? 'whole' : 'torn'
}

function matches(entry: AuditEntry, { since = '', companyId, action = '' }: AuditFilter): boolean {
  return entry.at >= since && entry.action.startsWith(action) && (companyId === undefined || entry.companyId === companyId)
}

/** Last line first, piece by piece. */
async function* linesFromEnd(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let { size: end } = await file.stat()
    let rest = Buffer.alloc(0)
    while (end > 0) {
      const start = Math.max(0, end - PIECE)
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      const text = Buffer.concat([buffer, rest])
      // The first line may begin in the piece before.
      const cut = start === 0 ? 0 : text.indexOf('\n') + 1 || text.length
      rest = text.subarray(0, cut)
      yield* text.subarray(cut).toString().split('\n').reverse()
      end = start
    }
  } finally {
    await file.close()
  }
}
