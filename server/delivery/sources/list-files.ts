import { basename, resolve } from 'node:path'
import { lstat, readdir } from 'node:fs/promises'
import { nearestName } from '../../checks/nearest-name.ts'
import { DeliveryError, type DeliveryFault } from '../delivery-error.ts'
import { openPlainFile } from '../plain-file.ts'
import { some } from '../some.ts'
import { TABLE_NAMES, type TableName } from '../tables.ts'

const FILE = /^(.+)\.(csv|parquet)$/
/** What looks like a table's file, `.cohorts.csv.crc` and the like left aside. */
const DATA = /^[^.].*\.(csv|parquet)\b/i
const WORKBOOK = /\.(xlsx?|ods|numbers)$/i
const PACKED = /\.(zip|tgz|tar|gz|7z|rar|zst|bz2|xz)$/i

/** The files of a delivery's folder by the table they are named after, and the names of those that are no table's. */
export async function listFiles(directory: string, faults: DeliveryFault[]): Promise<{ found: Map<TableName, string>; ignored: string[] }> {
  const ignored: string[] = []
  const found = new Map<TableName, string>()
  for (const file of await namesIn(directory)) {
    const table = FILE.exec(file)?.[1]
    // A run never changes once loaded: a table that is overlooked could not be added later.
    const meant = TABLE_NAMES.find(name => new RegExp(`^${name}\\b`, 'i').test(file))
    if (isTable(table)) {
      if (found.has(table)) faults.push({ file, rule: `must not repeat a table: ${found.get(table)} is there too` })
      else found.set(table, file)
    } else if (meant !== undefined) {
      const mend = WORKBOOK.test(file)
        ? 'an Excel workbook: save its sheet as CSV UTF-8'
        : 'compressed or misnamed; unpack, rename or remove it'
      faults.push({ file, rule: `must be ${meant}.csv or ${meant}.parquet: ${mend}` })
    } else if (table !== undefined || DATA.test(file)) {
      const near = nearestName(file.replace(/\..*$/, ''), TABLE_NAMES)
      const hint = near === undefined ? '' : `; is it ${near}?`
      faults.push({ file, rule: `must be named after a table: ${TABLE_NAMES.join(', ')}${hint}` })
    } else ignored.push(file)
  }
  if (found.size === 0 && faults.length === 0) {
    const packed = ignored.filter(file => PACKED.test(file))
    const hint = packed.length === 0 ? '' : `: unpack ${some(packed)}`
    faults.push({ file: nameOf(directory), rule: `must hold at least one table as <table>.csv or <table>.parquet${hint}` })
  }
  return { found, ignored }
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort()
  } catch (error) {
    throw new DeliveryError([{ file: nameOf(directory), rule: folderRule(resolve(directory), error) }])
  }
}

/** Where it was looked for is told whole: a path may have been meant from elsewhere. */
function folderRule(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `must be a folder: there is none at ${path}`
  if (code === 'ENOTDIR') return `must be a folder: ${path} is a file${PACKED.test(path) ? '; unpack it' : ''}`
  return `must be a folder that can be read: ${path}${code === undefined ? '' : ` (${code})`}`
}

function nameOf(directory: string): string {
  return basename(resolve(directory))
}

/** Why a file of a table cannot be opened, if so. */
export async function unopenable(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path)
    if (stats.isDirectory()) return 'must be a file: put all its rows into one'
    if (!stats.isFile()) return 'must be a plain file: no link, device, pipe or socket'
    await (await openPlainFile(path)).close()
    return undefined
  } catch (error) {
    return `must be a file that can be read${codeOf(error)}`
  }
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? '' : `: ${code}`
}

function isTable(name: string | undefined): name is TableName {
  return (TABLE_NAMES as (string | undefined)[]).includes(name)
}
