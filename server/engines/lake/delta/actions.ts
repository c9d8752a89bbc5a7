/**
 * Actions of the Delta transaction log: github.com/delta-io/delta, PROTOCOL.md, "Actions". Only those that this service writes; readers
 * ignore others.
 */

export interface Protocol {
  minReaderVersion: number
  minWriterVersion: number
}

/** The oldest versions that cover what is written: "Reader Version Requirements" and "Writer Version Requirements". */
export const PROTOCOL: Protocol = { minReaderVersion: 1, minWriterVersion: 2 }

export interface MetaData {
  id: string
  name: string
  format: { provider: 'parquet'; options: Record<string, string> }
  schemaString: string
  partitionColumns: string[]
  configuration: Record<string, string>
  createdTime: number
}

type PartitionValues = Record<string, string>

export interface AddFile {
  /** A URI, relative to the table's folder or absolute. */
  path: string
  partitionValues: PartitionValues
  size: number
  modificationTime: number
  dataChange: boolean
  /** JSON: "Per-file Statistics". */
  stats: string
}

export interface RemoveFile {
  path: string
  deletionTimestamp: number
  dataChange: boolean
  extendedFileMetadata: true
  partitionValues: PartitionValues
  size: number
}

export type Action =
  { commitInfo: Record<string, unknown> } | { protocol: Protocol } | { metaData: MetaData } | { add: AddFile } | { remove: RemoveFile }

/** A table's state at a version; -1 before the first. */
export interface Snapshot {
  version: number
  protocol?: Protocol
  metaData?: MetaData
  files: ReadonlyMap<string, AddFile>
  /** Tombstones: "Add File and Remove File". */
  removed: ReadonlyMap<string, RemoveFile>
}

export const NO_TABLE: Snapshot = { version: -1, files: new Map(), removed: new Map() }

/** The next version: "Action Reconciliation". */
export function replay(before: Snapshot, actions: readonly Action[], version = before.version + 1): Snapshot {
  const after = { ...before, version, files: new Map(before.files), removed: new Map(before.removed) }
  for (const action of actions) {
    if ('protocol' in action) after.protocol = action.protocol
    else if ('metaData' in action) after.metaData = action.metaData
    else if ('add' in action) {
      after.files.set(action.add.path, action.add)
      after.removed.delete(action.add.path)
    } else if ('remove' in action) {
      after.files.delete(action.remove.path)
      after.removed.set(action.remove.path, action.remove)
    }
  }
  return after
}
