import { objectName } from '../objects/object-name.ts'
import type { DataFile, Wanted } from '../../common/local-files.ts'
import type { Sealed } from '../../../model/catalog.ts'

/** What a file is checked by. @throws Error for a file of a store that has none in a lake */
export function sealOf({ file, bytes, sha256, blocks }: DataFile): Sealed {
  if (bytes === undefined || sha256 === undefined) throw new Error(`The catalog does not say what ${file} is checked by`)
  return { bytes, sha256, ...(blocks !== undefined && { blocks }) }
}

/** The name of a file's copy: that of other content is another one, as DuckDB keeps what it knows of a file by its path. */
export function keptName({ file, sha256 = '' }: DataFile): string {
  return `${objectName(file).replaceAll('/', '~')}~${sha256.slice(0, 16)}`
}

/** The same for a copy that has only what is wanted. */
export function partName(file: DataFile, { columns, dates }: Wanted): string {
  return `${keptName(file)} ${dates.start} ${dates.end} ${columns.toSorted().join()}`
}

/** The file that a copy of such a name is of. */
export function fileOfKept(name: string): string {
  return name.slice(0, name.lastIndexOf('~')).replaceAll('~', '/')
}
