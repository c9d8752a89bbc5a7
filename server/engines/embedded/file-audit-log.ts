import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { whenMissing } from './record-folder.ts'
import { syncFile } from './catalog-file.ts'
import { auditEntry, type AuditEntry, type AuditFilter, type AuditLog } from '../../access/audit/audit-log.ts'

/** Bytes that are read at once from the end of a file. */
const PIECE = 64 * 1024

const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/

/**
 * The log as JSON lines in `dir`, a file a month (`2026-11.jsonl`): old ones can be moved away while the service runs. An entry is one
 * write at the end of the file, wherever other processes have brought that. `clock` gives ms since 1970.
 */
export function fileAuditLog(dir: string, clock: () => number = Date.now): AuditLog {
  return {
    async append(event) {
      const entry = auditEntry(event, clock)
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const file = await open(join(dir, `${entry.at.slice(0, 7)}.jsonl`), 'a+', 0o600)
      try {
        const before = await endOf(file)
        const line = Buffer.from(`${before === 'torn' ? '\n' : ''}${JSON.stringify(entry)}\n`)
        const { bytesWritten } = await file.write(line)
        if (bytesWritten < line.length) throw new Error(`only ${bytesWritten} bytes of ${line.length} could be written`)
        await file.datasync()
        if (before === 'empty') await syncFile(dir)
      } finally {
        await file.close()
      }
    },

    async *entries(filter = {}) {
      const { since = '', last } = filter
      const names = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(
        name => MONTH_FILE.test(name) && name.slice(0, 7) >= since.slice(0, 7),
      )
      const months = names.sort().map(name => join(dir, name))
      if (last === undefined) {
        for (const month of months) {
          for await (const entry of readAuditFile(month)) if (matches(entry, filter)) yield entry
        }
        return
      }
      const newest: AuditEntry[] = []
      for (const month of months.reverse()) {
        for await (const line of linesFromEnd(month)) {
          const entry = parse(line)
          if (entry !== null && matches(entry, filter) && newest.push(entry) === last) break
        }
        if (newest.length === last) break
      }
      yield* newest.reverse()
    },
  }
}

/** The entries of one file of such lines, wherever it lies. */
export async function* readAuditFile(path: string): AsyncGenerator<AuditEntry> {
  for await (const line of lines(path)) {
    const entry = parse(line)
    if (entry !== null) yield entry
  }
}

/** How a file ends: a write that a full disk cut short leaves a torn line, which must not take the next one with it. */
async function endOf(file: FileHandle): Promise<'empty' | 'whole' | 'torn'> {
  const { size } = await file.stat()
  if (size === 0) return 'empty'
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n' ? 'whole' : 'torn'
}

function matches(entry: AuditEntry, { since = '', companyId, action = '' }: AuditFilter): boolean {
  return entry.at >= since && entry.action.startsWith(action) && (companyId === undefined || entry.companyId === companyId)
}

/** Null for a torn line. */
function parse(line: string): AuditEntry | null {
  try {
    return JSON.parse(line) as AuditEntry
  } catch {
    return null
  }
}

async function* lines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path)
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    input.destroy()
  }
}

/** The lines of a file, the last one first, a piece of it in memory at a time. */
async function* linesFromEnd(path: string): AsyncGenerator<string> {
  const file = await open(path)
  try {
    let { size: end } = await file.stat()
    let rest = Buffer.alloc(0)
    while (end > 0) {
      const start = Math.max(0, end - PIECE)
      const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
      const text = Buffer.concat([buffer, rest])
      // What stands before the first line's end may have begun in the piece before.
      const cut = start === 0 ? 0 : text.indexOf('\n') + 1 || text.length
      rest = text.subarray(0, cut)
      yield* text.subarray(cut).toString().split('\n').reverse()
      end = start
    }
  } finally {
    await file.close()
  }
}
