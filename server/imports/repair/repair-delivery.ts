import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPlainFile } from '../../core/runtime/files.ts'
import { describeOpenError, listFiles } from '../check/list-files.ts'
import { DeliveryError, type DeliveryFault, type Repair } from '../delivery-faults.ts'
import { BYTES_PER_BYTE, FREE_BYTES } from '../check/parquet.ts'
import { TABLE_NAMES, type TableName } from '../tables.ts'
import { repairCsv } from './repair-csv.ts'

/** Unit of `Stats.blocks`, bytes. */
const BLOCK = 512

/**
 * Copies a delivery to a new folder and repairs what is unambiguous: encoding, separator, header spelling, letter case, spaces. Dates and
 * amounts with two readings stay. Files that cannot be repaired are copied unchanged.
 */
export async function repairDelivery(
  directory: string,
  out: string,
  { isOfCompany = false } = {},
): Promise<Repair[]> {
  const faults: DeliveryFault[] = []
  const { tableFiles } = await listFiles(directory, faults)
  const from = await realpath(directory)
  const tables = new Map<string, TableName>([...tableFiles].map(([table, file]) => [file, table]))
  const wanted = new Set([...tables.keys(), ...faults.map(({ file }) => file)])
  const files = (await readdir(from)).sort().filter(file => wanted.has(file))
  const unusable: DeliveryFault[] = []
  for (const file of files) {
    const rule =
      (await describeOpenError(join(from, file), { isOfCompany })) ??
      (await describeHoles(join(from, file)))
    if (rule !== undefined) unusable.push({ file, rule })
  }
  if (unusable.length > 0) throw new DeliveryError(unusable)
  await makeNew(out, from)
  const repairs: Repair[] = []
  try {
    for (const file of files) {
      const renamed = tables.has(file) ? undefined : renameOf(file, files, tableFiles)
      const name = renamed ?? file
      if (renamed !== undefined) repairs.push({ file, what: `renamed to ${renamed}` })
      repairs.push(...(await copyRepaired(join(from, file), join(out, name), name)))
    }
  } catch (error) {
    await rm(out, { recursive: true, force: true })
    throw error
  }
  return repairs
}

/** A sparse file takes little space, but its copy takes all of it. */
async function describeHoles(path: string): Promise<string | undefined> {
  const { size, blocks } = await lstat(path)
  const stored = blocks * BLOCK
  if (size <= FREE_BYTES + BYTES_PER_BYTE * stored) return undefined
  return `must not be a sparse file: it takes ${stored} bytes on disk, and its copy would take ${size}`
}

async function makeNew(out: string, from: string): Promise<void> {
  const path = resolve(out)
  const parent = await realpath(dirname(path)).catch(() => dirname(path))
  if (`${join(parent, 'x')}`.startsWith(from + sep))
    throw new Error(`--fix: ${path} is inside the delivery; give a folder elsewhere`)
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      code === 'EEXIST'
        ? `--fix: ${path} exists; give a new folder`
        : `--fix: cannot create ${path} (${code})`,
      {
        cause: error,
      },
    )
  }
}

/** `Cohorts.CSV` becomes `cohorts.csv`, unless that exists or another file would get the name. */
function renameOf(
  file: string,
  files: readonly string[],
  tableFiles: ReadonlyMap<TableName, string>,
): string | undefined {
  const name = file.toLowerCase()
  const table = TABLE_NAMES.find(
    candidate => name === `${candidate}.csv` || name === `${candidate}.parquet`,
  )
  const isAlone = files.filter(other => other.toLowerCase() === name).length === 1
  return table !== undefined && isAlone && !tableFiles.has(table) ? name : undefined
}

async function copyRepaired(from: string, to: string, name: string): Promise<Repair[]> {
  const table = TABLE_NAMES.find(candidate => name === `${candidate}.csv`)
  const repairs = table === undefined ? undefined : await repairCsv(table, name, from, to)
  if (repairs === undefined) {
    await rm(to, { force: true })
    // `copyFile` would follow a link that replaced the file.
    const handle = await openPlainFile(from)
    await pipeline(handle.createReadStream(), createWriteStream(to, { flags: 'wx' }))
  }
  return repairs ?? []
}
