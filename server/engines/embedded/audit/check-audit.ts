import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from '../record-folder.ts'
import { ERASING } from './erase-lines.ts'
import { parseLine, readLines } from './line.ts'
import { MONTH_FILE, readSizes, SIZES } from './sizes.ts'

/** What is wrong with a file of the log; `line` is from 1. */
export interface AuditProblem {
  file: string
  line?: number
  problem: string
}

/** Notes are no damage: months that were moved away. */
export interface AuditCheck {
  problems: AuditProblem[]
  notes: AuditProblem[]
}

/**
 * Checks the log in `dir`: names damaged lines, files that have lost their end, and months that are gone. A month that is over may have been moved away by
 * its operator, which is a note; a file of the current one, by `now` (ms since 1970), is missed. Reads only.
 */
export async function checkAudit(dir: string, now: number = Date.now()): Promise<AuditCheck> {
  const names = await readdir(dir).catch(whenMissing<string[]>([]))
  const [problems, notes]: [AuditProblem[], AuditProblem[]] = [[], []]
  for (const file of names.filter(name => MONTH_FILE.test(name)).sort()) {
    for await (const { bytes, number } of readLines(join(dir, file))) {
      if (parseLine(bytes.toString()) === null) problems.push({ file, line: number, problem: 'damaged: it is not a whole entry' })
    }
  }
  const sizes = await readSizes(dir)
  if (sizes === 'damaged') problems.push({ file: SIZES, problem: 'damaged: the next entry writes it anew' })
  if (sizes !== null && sizes !== 'damaged') {
    for (const [file, { bytes, lost }] of Object.entries(sizes).sort()) {
      const found = await stat(join(dir, file)).catch(whenMissing(null))
      if (found !== null) {
        const missing = lost + Math.max(0, bytes - found.size)
        if (missing > 0) problems.push({ file, problem: `damaged: ${missing} bytes are missing` })
      } else if (file.slice(0, 7) >= new Date(now).toISOString().slice(0, 7)) problems.push({ file, problem: 'missing' })
      else notes.push({ file, problem: `missing: it had ${bytes} bytes; moved away, or lost` })
    }
  }
  if (names.includes(ERASING))
    notes.push({ file: ERASING, problem: 'an erasure was interrupted: the next start of the service completes it' })
  return { problems, notes }
}
