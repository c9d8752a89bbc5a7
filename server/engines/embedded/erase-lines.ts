import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Erasure } from '../../access/audit.ts'
import { eraseFromEntry, eraseFromText, isAboutAddress } from '../../access/erasure.ts'
import { count, parseShaped, type Shape, text as matching } from '../../model/shape.ts'
import { lineOf, MONTH_FILE, parseLine, readLines } from './audit-lines.ts'
import { removeFile, replaceRecord, whenMissing, sealedText } from './data-folder.ts'

/** Pending writes of an erasure. */
export const ERASING = 'erasing.json'

/** An erasure never changes the time at a line's start, bytes. */
const TIME = 33

/** Overwritten by a line of the same length. */
interface Edit {
  file: string
  offset: number
  /** Base64, since a damaged line may hold any bytes. */
  bytes: string
}

/**
 * Replaces an address in the log in `dir`; returns how many lines changed, or would. Lines keep their length, so that others may append
 * during this. `finishErasure` completes an interrupted erasure.
 */
export async function eraseLines(dir: string, erasure: Erasure, users: ReadonlySet<string>, isDryRun: boolean): Promise<number> {
  await finishErasure(dir)
  const all = new Set(users)
  for await (const { line } of allLines(dir)) {
    const entry = parseLine(line.toString())
    if (entry !== null && isAboutAddress(entry, erasure)) all.add(entry.target)
  }
  const edits: Edit[] = []
  for await (const { file, offset, line } of allLines(dir)) {
    const erased = eraseLine(line, erasure, all)
    if (erased !== null) edits.push({ file, offset, bytes: erased.toString('base64') })
  }
  if (edits.length === 0 || isDryRun) return edits.length
  await replaceRecord(dir, ERASING, { edits })
  for (const edit of edits) await apply(dir, edit, () => true)
  await removeFile(dir, ERASING)
  return edits.length
}

export async function finishErasure(dir: string): Promise<void> {
  const text = await readFile(join(dir, ERASING), 'utf8').catch((error: NodeJS.ErrnoException) => {
    return error.code === 'ENOTDIR' ? null : whenMissing(null)(error)
  })
  if (text === null) return
  // Another file of that name may have come; its lines start differently.
  for (const edit of editsOf(text)) await apply(dir, edit, (there, line) => there.equals(line))
  await removeFile(dir, ERASING)
}

/** None if damaged: the erasure must be requested again. */
function editsOf(text: string): Edit[] {
  const edits = parseShaped<{ edits: Edit[] }>(text, ERASING_SHAPE)?.edits ?? []
  return text === sealedText({ edits }) ? edits : []
}

const ERASING_SHAPE: Shape = { edits: [{ file: matching(MONTH_FILE), offset: count, bytes: matching(/^[A-Za-z\d+/]*={0,2}$/) }] }

async function apply(dir: string, { file: name, offset, bytes }: Edit, mayWrite: (there: Buffer, line: Buffer) => boolean): Promise<void> {
  const line = Buffer.from(bytes, 'base64')
  const file = await open(join(dir, name), 'r+').catch(whenMissing(null))
  if (file === null) return
  try {
    const begin = line.subarray(0, TIME)
    const { buffer } = await file.read(Buffer.alloc(begin.length), 0, begin.length, offset)
    if (!mayWrite(buffer, begin)) return
    await file.write(line, 0, line.length, offset)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Same length; null if it has none. */
function eraseLine(line: Buffer, erasure: Erasure, users: ReadonlySet<string>): Buffer | null {
  const text = line.toString()
  const entry = parseLine(text)
  if (entry !== null) {
    const isSummed = text === lineOf(entry)
    if (isSummed || text === JSON.stringify(entry)) {
      const erased = eraseFromEntry(entry, erasure, users)
      return erased && Buffer.from(isSummed ? lineOf(erased) : JSON.stringify(erased))
    }
  }
  // A damaged or edited line: byte by byte.
  const erased = eraseFromText(line.toString('latin1'), erasure)
  return erased === null ? null : Buffer.from(erased, 'latin1')
}

async function* allLines(dir: string): AsyncGenerator<{ file: string; offset: number; line: Buffer }> {
  const names = (await readdir(dir).catch(whenMissing<string[]>([]))).filter(name => MONTH_FILE.test(name)).sort()
  for (const file of names) for await (const { offset, bytes } of readLines(join(dir, file))) yield { file, offset, line: bytes }
}
