import { readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { nearestName } from '../../core/checks/faults.ts'
import { DeliveryError, type DeliveryFault, formatNames } from '../delivery-faults.ts'
import { TABLE_NAMES, type TableName } from '../tables.ts'

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

function isTable(name: string | undefined): name is TableName {
  return (TABLE_NAMES as (string | undefined)[]).includes(name)
}
