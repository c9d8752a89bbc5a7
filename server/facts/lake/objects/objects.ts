import { StoreDamaged, StoreUnavailable } from '../../../model/store.ts'

/** First byte, and the one after the last. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredBytes {
  bytes: number
  sha256: string
}

/** Immutable files by name: a bucket with a prefix, or a shared folder. Names are never reused. */
export interface Objects {
  /** Uploads a file; rejects if it differs from `bytes` and `sha256`. */
  put(name: string, path: string, stored: StoredBytes): Promise<void>
  /** Unverified; the source may break off anywhere. */
  get(name: string, options?: { range?: ByteRange; signal?: AbortSignal }): Promise<AsyncIterable<Uint8Array>>
  /** Undefined if missing. */
  size(name: string): Promise<number | undefined>
  delete(name: string): Promise<void>
  /** Deletes what unfinished uploads of a killed process have stored under a prefix of names. */
  abortUploads(prefix: string): Promise<void>
  /**
   * All of the store, also objects of others, whose names may be of any form.
   * @throws NotListable
   */
  list(): AsyncIterable<ListedObject>
}

export interface ListedObject {
  name: string
  bytes: number
  /** When it was stored. */
  at: Date
}

export class LakeUnavailable extends StoreUnavailable {
  override name = 'LakeUnavailable'
}

export class NotListable extends LakeUnavailable {
  override name = 'NotListable'
}

export class NoSuchObject extends StoreDamaged {
  override name = 'NoSuchObject'

  constructor(object: string) {
    super(object, `The lake has no object ${object}`)
  }
}

export class ObjectDamaged extends StoreDamaged {
  override name = 'ObjectDamaged'

  constructor(object: string, how: string) {
    super(object, `The lake's object ${object} is not what was stored: ${how}`)
  }
}

/** The object is at fault, not the connection. */
export function isObjectsFault(error: unknown): error is NoSuchObject | ObjectDamaged {
  return error instanceof ObjectDamaged || error instanceof NoSuchObject
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** Letters, digits, `.`, `_`, `-` and `/` only, without leaving the folder: the same in URLs, signatures and file systems. */
export function isPlainPath(path: string): boolean {
  return path.length <= 512 && path.split('/').every(part => PART.test(part))
}

/** Validates an object's name: catalogs are in databases that others may write to. */
export function objectName(name: string): string {
  if (!isPlainPath(name)) throw new Error(`Not the name of an object in the lake: ${JSON.stringify(name.slice(0, 100))}`)
  return name
}
