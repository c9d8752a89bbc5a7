import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FILES_OF_FOLDER, rowFaults } from '../../../../core/model/catalog-document.ts'
import { type Catalog, EMPTY_CATALOG, type RetiredFile } from '../../../../core/model/catalog.ts'
import { withVersions } from '../../../../core/model/runs.ts'
import { count, faultIn, parseJson, text, timestamp } from '../../../../core/model/shape.ts'
import { StoreDamaged } from '../../../../core/model/store.ts'
import { appRowsOf, type CatalogRows } from '../../../records/read-catalog.ts'
import type { DataFile } from '../../common/parquet-groups.ts'
import { heldBy, mapFiles } from '../../common/stored-files.ts'
import { sealed } from '../../common/checksums.ts'

export const CATALOG_FILE = 'catalog.json'

/** Written by version 1.2, with a checksum; 1.1 wrote format 1, without one. */
const FORMAT = 2

interface Document extends Omit<Catalog, 'format'> {
  format: number
  retired: { file: string; since: string; app_id?: number }[]
}

export interface EarlierCatalog {
  rows: CatalogRows
  version: number
  importedAt: string
  retired: RetiredFile[]
}

/**
 * Reads the catalog of a store of version 1.2. Files written by 1.1 get their checksums.
 * @throws StoreDamaged if its checksum or a value is invalid; an Error for the operator if another version wrote it
 */
export async function readEarlierCatalog(dataDir: string): Promise<EarlierCatalog> {
  const written = await readFile(join(dataDir, CATALOG_FILE), 'utf8')
  const { sha256, ...read } = Object(parseJson(written)) as Document & { sha256?: unknown }
  if (Number(read.format) > FORMAT)
    throw new Error(
      `DATA_DIR ${dataDir} was written by a newer version of uascope: its catalog has format ${read.format}`,
    )
  if (Number(read.format) < FORMAT) throw tooOld(dataDir)
  if (!isIntact(written, sha256)) throw damaged(dataDir, 'fails its checksum')
  const complete = withVersions({ ...EMPTY_CATALOG, ...read } as Catalog)
  const withSeal = async <Part extends DataFile>(part: Part): Promise<Part> =>
    part.sha256 === undefined ? { ...part, ...(await sealed(join(dataDir, part.file))) } : part
  const catalog = await mapFiles(complete, withSeal, 1)
  const { companies, networks, runs } = catalog
  const rows: CatalogRows = { companies, apps: [...appRowsOf(catalog).values()], networks, runs }
  const fault = faultOf(rows, read)
  if (fault !== undefined) throw damaged(dataDir, `has a value at ${fault} that no import writes`)
  return {
    rows,
    version: read.version,
    importedAt: read.imported_at,
    retired: read.retired.map(retiredOf(catalog)),
  }
}

export function tooOld(dataDir: string): Error {
  return new Error(
    `DATA_DIR ${dataDir} was written by a version of uascope before 1.2: start version 1.2 on it once, run its \`admin migrate\`, and then this one. ` +
      'Nothing was changed',
  )
}

function damaged(dataDir: string, how: string): StoreDamaged {
  const message = `${CATALOG_FILE} in DATA_DIR ${dataDir} ${how}. Run \`admin verify --repair\` of version 1.2, or restore a backup. Nothing was changed`
  return new StoreDamaged(CATALOG_FILE, message)
}

function isIntact(written: string, seal: unknown): boolean {
  const start = `{"sha256":"${String(seal)}",`
  // Not joined: the text is long, and joining copies it.
  return (
    written.startsWith(start) &&
    createHash('sha256').update('{').update(written.slice(start.length)).digest('hex') === seal
  )
}

function faultOf(
  rows: CatalogRows,
  { version, imported_at, retired }: Document,
): string | undefined {
  const faults = rowFaults(FILES_OF_FOLDER)
  for (const table of ['companies', 'apps', 'networks', 'runs'] as const) {
    for (const [index, row] of rows[table].entries()) {
      const fault = faults(table, row)
      if (fault !== undefined) return `${table}[${index}]${fault}`
    }
  }
  return faultIn(
    { version, imported_at, retired },
    {
      version: count,
      imported_at: timestamp,
      retired: [{ file: text(FILES_OF_FOLDER), since: timestamp, 'app_id?': count }] as const,
    },
  )
}

/** Some versions did not store a file's owner, which its name shows. */
function retiredOf({ runs }: Catalog): (file: Document['retired'][number]) => RetiredFile {
  const apps = new Map(runs.map(run => [run.run_id, run.app_id]))
  return ({ file, since, app_id: app }) => {
    const { table, id = 0 } = heldBy(file) ?? {}
    return {
      file,
      since,
      app_id: app ?? (table === 'facts' || table === 'recommendations' ? (apps.get(id) ?? 0) : id),
    }
  }
}
