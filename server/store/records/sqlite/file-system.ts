import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Types of file systems that `statfs(2)` gives, of networks. Processes of two machines would not share the memory that a log needs. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
])

/** The name of the network file system that holds a path, which may not exist yet; null for any other file system. */
export function networkFileSystem(
  path: string,
  typeOf = (of: string): number => statfsSync(of).type,
): string | null {
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
  // Some systems give the type with a sign.
  return NETWORK.get(typeOf(path) >>> 0) ?? null
}
