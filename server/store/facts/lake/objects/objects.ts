import { StoreDamaged, StoreUnavailable } from '../../../../core/model/store.ts'

/** First byte, and the byte after the last. */
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
  get(
    name: string,
    options?: { range?: ByteRange; signal?: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>>
  /** Undefined if missing. */
  size(name: string): Promise<number | undefined>
  delete(name: string): Promise<void>
  /** Deletes parts stored by a killed process's unfinished uploads below a prefix of names. */
  abortUploads(prefix: string): Promise<void>
  /**
   * Lists everything, including foreign objects, whose names may have any form.
   * @throws NotListable
   */
  list(): AsyncIterable<ListedObject>
}

export interface ListedObject {
  name: string
  bytes: number
  /** Time of its storage. */
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

/** Whether the object is faulty, not the connection. */
export function isObjectsFault(error: unknown): error is NoSuchObject | ObjectDamaged {
  return error instanceof ObjectDamaged || error instanceof NoSuchObject
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/**
 * Validates an object's name, since others may be able to write to the database of the catalog: letters, digits, `.`, `_`, `-` and `/`,
 * without leaving the folder. Such a name is identical in URLs, signatures and file systems.
 */
export function objectName(name: string): string {
  if (name.length > 512 || !name.split('/').every(part => PART.test(part)))
    throw new Error(`Not the name of an object in the lake: ${JSON.stringify(name.slice(0, 100))}`)
  return name
}
