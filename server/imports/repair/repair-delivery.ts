import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sum } from '../../core/formulas/sums.ts'
import { openPlainFile } from '../../core/runtime/files.ts'
import { listFiles } from '../check/list-files.ts'
import { DeliveryError, type DeliveryFault, type Repair } from '../delivery-faults.ts'
import { describeOpenError } from '../reader/bytes.ts'
import { BYTES_PER_BYTE, FREE_BYTES } from '../reader/parquet.ts'
import { TABLE_NAMES, type TableName } from '../tables.ts'
import { Workspace } from '../workspace.ts'
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
  const scratch = join(out, '.rows')
  const workspace = await Workspace.open(scratch)
  try {
    const sizes = await Promise.all(files.map(async file => (await lstat(join(from, file))).size))
    await workspace.lockIn({ directories: [scratch] }, sum(sizes))
    for (const file of files) {
      const renamed = tables.has(file) ? undefined : renameOf(file, files, tableFiles)
      const name = renamed ?? file
      if (renamed !== undefined) repairs.push({ file, what: `renamed to ${renamed}` })
      const table = TABLE_NAMES.find(candidate => name === `${candidate}.csv`)
      const [path, to] = [join(from, file), join(out, name)]
      const own = table && (await repairCsv({ workspace, scratch, table, file: name, path, to }))
      if (own === undefined) await copyPlain(path, to)
      else repairs.push(...own)
    }
  } catch (error) {
    await rm(out, { recursive: true, force: true })
    throw error
  } finally {
    workspace.close()
    await rm(scratch, { recursive: true, force: true })
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

async function copyPlain(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  // `copyFile` would follow a link that replaced the file.
  const handle = await openPlainFile(from)
  await pipeline(handle.createReadStream(), createWriteStream(to, { flags: 'wx' }))
}
