import { lstat, readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { nearestName } from '../../core/checks/faults.ts'
import { describeOpenFault, openPlainFile } from '../../core/runtime/files.ts'
import { DeliveryError, type DeliveryFault, formatNames } from '../delivery-faults.ts'
import { TABLE_NAMES, type TableName } from '../tables.ts'
import type { Encoding } from '../encodings.ts'

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

const CONTENTS: {
  is: 'parquet' | 'other'
  begins: readonly number[]
  what: string
  mend: string
  encoding?: Encoding
}[] = [
  {
    is: 'parquet',
    begins: [0x50, 0x41, 0x52, 0x31, 0x15],
    what: 'Parquet',
    mend: 'name it .parquet',
  },
  {
    is: 'other',
    begins: [0x50, 0x4b, 0x03, 0x04],
    what: 'a zip archive or an Excel workbook',
    mend: 'unpack it, or save the sheet as CSV UTF-8',
  },
  {
    is: 'other',
    begins: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an Excel workbook',
    mend: 'save the sheet as CSV UTF-8',
  },
  { is: 'other', begins: [0x1f, 0x8b], what: 'compressed with gzip', mend: 'unpack it' },
  {
    is: 'other',
    begins: [0x28, 0xb5, 0x2f, 0xfd],
    what: 'compressed with zstd',
    mend: 'unpack it',
  },
  {
    is: 'other',
    begins: [0xff, 0xfe],
    what: 'UTF-16',
    mend: 'save it as UTF-8',
    encoding: 'utf-16le',
  },
  {
    is: 'other',
    begins: [0xfe, 0xff],
    what: 'UTF-16',
    mend: 'save it as UTF-8',
    encoding: 'utf-16be',
  },
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
    const detected = CONTENTS.find(
      ({ is, begins }) => is !== format && begins.every((byte, index) => bytes[index] === byte),
    )
    if (detected !== undefined)
      return {
        rule: mustBe(
          format,
          detected.what,
          format === 'parquet' && detected.encoding !== undefined ? 'name it .csv' : detected.mend,
        ),
        ...(detected.encoding !== undefined && { encoding: detected.encoding }),
      }
    // ASCII letters alternating with zeros: UTF-16 without a mark.
    const zeros = ([1, 0] as const).find(parity => bytes.length >= 4 && isEvery(bytes, parity))
    if (format === 'parquet' || zeros === undefined) return undefined
    return {
      rule: mustBe(format, 'UTF-16', 'save it as UTF-8'),
      encoding: zeros === 1 ? 'utf-16le' : 'utf-16be',
    }
  } finally {
    await handle.close()
  }
}

function mustBe(format: 'csv' | 'parquet', what: string, mend: string): string {
  return `must be ${format === 'csv' ? 'CSV in UTF-8' : 'Parquet'}: this is ${what}; ${mend}`
}

function isEvery(bytes: Buffer, parity: 0 | 1): boolean {
  return bytes.every((byte, index) => (byte === 0) === (index % 2 === parity))
}
