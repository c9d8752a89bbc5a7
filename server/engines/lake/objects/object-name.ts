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
