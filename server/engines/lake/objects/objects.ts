import { StoreDamaged, StoreUnavailable } from '../../../model/store.ts'

/** Bytes of a file, the first and the one after the last. */
export interface ByteRange {
  start: number
  end: number
}

/** Immutable files by name, in a place that all nodes share: a bucket with a prefix, or a folder of a shared file system. No name is ever put again. */
export interface Objects {
  /** Puts a whole file of this machine; `bytes` and `sha256` are its own, known before. Refused where the file is not so. */
  put(name: string, path: string, stored: { bytes: number; sha256: string }): Promise<void>
  /** The bytes, or those of a range; the source may break off at any place, and what it gives is not checked. */
  get(name: string, options?: { range?: ByteRange; signal?: AbortSignal }): Promise<AsyncIterable<Uint8Array>>
  /** Its size; undefined where there is none. */
  size(name: string): Promise<number | undefined>
  /** Deleting a missing object succeeds. */
  delete(name: string): Promise<void>
}

/** The lake does not answer. */
export class LakeUnavailable extends StoreUnavailable {
  override name = 'LakeUnavailable'
}

/** The lake answers, and has not the file. */
export class NoSuchObject extends StoreDamaged {
  override name = 'NoSuchObject'

  constructor(object: string) {
    super(object, `The lake has no object ${object}`)
  }
}

/** The lake has an object that is not the one that was put. */
export class ObjectDamaged extends StoreDamaged {
  override name = 'ObjectDamaged'

  constructor(object: string, how: string) {
    super(object, `The lake's object ${object} is not what was stored: ${how}`)
  }
}

/** Whether what went wrong is the object's fault, and not the way's to it. */
export function isObjectsFault(error: unknown): error is NoSuchObject | ObjectDamaged {
  return error instanceof ObjectDamaged || error instanceof NoSuchObject
}

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/**
 * Whether a path is of letters, digits, `.`, `_`, `-` and `/` alone and stays below where it begins: as it is in a URL, in a signature and on
 * every file system.
 */
export function isPlainPath(path: string): boolean {
  return path.length <= 512 && path.split('/').every(part => PART.test(part))
}

/** The name of an object, as it is. Names come from a catalog, and so from a database that others may write to. */
export function objectName(name: string): string {
  if (!isPlainPath(name)) throw new Error(`Not the name of an object in the lake: ${JSON.stringify(name.slice(0, 100))}`)
  return name
}
