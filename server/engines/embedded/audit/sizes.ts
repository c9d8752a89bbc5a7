import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sealedText } from '../sealed-record.ts'
import { whenMissing } from '../record-folder.ts'
import { replaceRecord } from '../write-record.ts'

/** The file beside the log that says how long the files of the log were. */
export const SIZES = 'sizes.json'

export const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/

export interface MonthSize {
  /** After the last append. */
  bytes: number
  /** That were missing when something was appended. */
  lost: number
}

/** By name of the month's file. */
export type Sizes = Readonly<Record<string, MonthSize>>

/** What the file says; `damaged` if it is, null if there is none. */
export async function readSizes(dir: string): Promise<Sizes | 'damaged' | null> {
  const text = await readFile(join(dir, SIZES), 'utf8').catch(whenMissing(null))
  if (text === null) return null
  try {
    const { seal: _, ...sizes } = JSON.parse(text) as Record<string, MonthSize>
    return text === sealedText(sizes) ? sizes : 'damaged'
  } catch {
    return 'damaged'
  }
}

/**
 * Notes the size of a month's file after `own` bytes were appended to it. `known` was read before that: whatever others append meanwhile makes the file only
 * longer, so that a shorter one has lost bytes. Of processes that write at once one may undo what another noted, which then finds less.
 */
export async function noteSize(dir: string, name: string, known: Sizes | 'damaged' | null, own: number, bytes: number): Promise<void> {
  const sizes = known === null || known === 'damaged' ? await sizesOf(dir) : known
  const before = known === sizes ? sizes[name] : undefined
  const lost = before === undefined ? 0 : Math.max(0, before.bytes + own - bytes)
  await replaceRecord(dir, SIZES, { ...sizes, [name]: { bytes, lost: (before?.lost ?? 0) + lost } })
}

async function sizesOf(dir: string): Promise<Sizes> {
  const names = (await readdir(dir)).filter(name => MONTH_FILE.test(name)).sort()
  const sizes: Record<string, MonthSize> = {}
  for (const name of names) sizes[name] = { bytes: (await stat(join(dir, name))).size, lost: 0 }
  return sizes
}
