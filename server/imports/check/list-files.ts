import { lstat, readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { nearestName } from '../../core/checks/faults.ts'
import { describeOpenFault, openPlainFile } from '../../core/runtime/files.ts'
import { DeliveryError, type DeliveryFault, formatNames } from '../delivery-faults.ts'
import { TABLE_NAMES, type TableName } from '../tables.ts'
import type { Encoding } from './csv-form.ts'

const FILE = /^(.+)\.(csv|parquet)$/
const DATA = /^[^.].*\.(csv|parquet)\b/i
const WORKBOOK = /\.(xlsx?|ods|numbers)$/i
const PACKED = /\.(zip|tgz|tar|gz|7z|rar|zst|bz2|xz)$/i

/** The format of a file with the name of a table. */
export function fileFormat(file: string): 'csv' | 'parquet' {
  return file.endsWith('.parquet') ? 'parquet' : 'csv'
}

interface Listed {
  tableFiles: Map<TableName, string>
  /** Tables for which misspelled files are probably meant. */
  meant: Set<TableName>
  ignored: string[]
}

export async function listFiles(directory: string, faults: DeliveryFault[]): Promise<Listed> {
  const ignored: string[] = []
  const misnamed = new Set<TableName>()
  const tableFiles = new Map<TableName, string>()
  for (const file of await namesIn(directory)) {
    const table = FILE.exec(file)?.[1]
    // A run never changes once loaded, so a skipped table could not be added later.
    const meant = TABLE_NAMES.find(name => new RegExp(`^${name}\\b`, 'i').test(file))
    if (isTable(table)) {
      if (tableFiles.has(table))
        faults.push({
          file,
          rule: `duplicate table: ${tableFiles.get(table)} also exists; remove one`,
        })
      else tableFiles.set(table, file)
    } else if (meant !== undefined) {
      misnamed.add(meant)
      const mend = WORKBOOK.test(file)
        ? 'an Excel workbook: save its sheet as CSV UTF-8'
        : 'compressed or misnamed; unpack, rename or remove it'
      faults.push({ file, rule: `must be ${meant}.csv or ${meant}.parquet: ${mend}` })
    } else if (table !== undefined || DATA.test(file)) {
      const near = nearestName(file.replace(/\..*$/, ''), TABLE_NAMES) as TableName | undefined
      if (near !== undefined) misnamed.add(near)
      const hint = near === undefined ? '' : `; is it ${near}?`
      faults.push({ file, rule: `must be named after a table: ${TABLE_NAMES.join(', ')}${hint}` })
    } else ignored.push(file)
  }
  if (tableFiles.size === 0 && faults.length === 0) {
    const packed = ignored.filter(file => PACKED.test(file))
    const hint = packed.length === 0 ? '' : `: unpack ${formatNames(packed)}`
    faults.push({
      file: nameOf(directory),
      rule: `must hold at least one table as <table>.csv or <table>.parquet${hint}`,
    })
  }
  return { tableFiles, meant: misnamed, ignored }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort()
  } catch (error) {
    throw new DeliveryError([
      { file: nameOf(directory), rule: folderRule(resolve(directory), error) },
    ])
  }
}

/** Prints the absolute path, since a relative one may have been meant from another folder. */
function folderRule(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `folder not found: ${path}`
  if (code === 'ENOTDIR')
    return `not a folder: ${path} is a file${PACKED.test(path) ? '; unpack it' : ''}`
  return `cannot read folder: ${path}${code === undefined ? '' : ` (${code})`}`
}

function nameOf(directory: string): string {
  return basename(resolve(directory))
}

/** A company's own delivery has no hard links: the other name may belong to another company. Backups of deliveries may consist of them. */
export async function describeOpenError(
  path: string,
  { isOfCompany = false } = {},
): Promise<string | undefined> {
  try {
    const stats = await lstat(path)
    if (stats.isDirectory()) return 'must be a file: put all its rows into one'
    const handle = await openPlainFile(path)
    const { nlink } = await handle.stat().finally(() => handle.close())
    return isOfCompany && nlink > 1
      ? `must not be a hard link: this file has ${nlink} names; deliver a copy`
      : undefined
  } catch (error) {
    return describeOpenFault(error)
  }
}

function isTable(name: string | undefined): name is TableName {
  return (TABLE_NAMES as (string | undefined)[]).includes(name)
}

/** First bytes in hexadecimal, and the format that they prove. */
const CONTENTS: readonly [begins: string, what: string, mend: string, encoding?: Encoding][] = [
  ['5041523115', 'Parquet', 'name it .parquet'],
  ['504b0304', 'a zip archive or an Excel workbook', 'unpack it, or save the sheet as CSV UTF-8'],
  ['d0cf11e0', 'an Excel workbook', 'save the sheet as CSV UTF-8'],
  ['1f8b', 'compressed with gzip', 'unpack it'],
  ['28b52ffd', 'compressed with zstd', 'unpack it'],
  ['ff fe', 'UTF-16', 'save it as UTF-8', 'utf-16le'],
  ['fe ff', 'UTF-16', 'save it as UTF-8', 'utf-16be'],
]
const LOOKED_AT = 8

export interface Foreign {
  rule: string
  /** Set if the text can be read anyway. */
  encoding?: Encoding
}

/** The rule broken by a file whose first bytes contradict its name. */
export async function foreignContent(
  path: string,
  format: 'csv' | 'parquet',
): Promise<Foreign | undefined> {
  const handle = await openPlainFile(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0)
    const bytes = buffer.subarray(0, bytesRead)
    const digits = bytes.toString('hex')
    const detected = CONTENTS.find(
      ([begins, what]) =>
        digits.startsWith(begins.replace(' ', '')) && !(what === 'Parquet' && format === 'parquet'),
    )
    // ASCII letters alternating with zeros: UTF-16 without a mark.
    const zeros = ([1, 0] as const).find(parity => bytes.length >= 4 && isEvery(bytes, parity))
    const [, what, mend, encoding] =
      detected ??
      (format === 'parquet' || zeros === undefined
        ? []
        : (['', 'UTF-16', 'save it as UTF-8', zeros === 1 ? 'utf-16le' : 'utf-16be'] as const))
    if (what === undefined) return undefined
    const [wanted, remedy] =
      format === 'csv'
        ? ['CSV in UTF-8', mend]
        : ['Parquet', encoding === undefined ? mend : 'name it .csv']
    return {
      rule: `must be ${wanted}: this is ${what}; ${remedy}`,
      ...(encoding !== undefined && { encoding }),
    }
  } finally {
    await handle.close()
  }
}

function isEvery(bytes: Buffer, parity: 0 | 1): boolean {
  return bytes.every((byte, index) => (byte === 0) === (index % 2 === parity))
}
