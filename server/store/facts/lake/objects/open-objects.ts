import { fileURLToPath } from 'node:url'
import { fixedCredentials, defaultCredentials, type S3Credentials } from './credentials.ts'
import { folderObjects } from './folder-objects.ts'
import type { Objects } from './objects.ts'
import type { Patience } from './patience.ts'
import { s3Objects } from './s3-objects.ts'

export interface LakeAddress {
  url: string
  /** `https://HOST[:PORT]` of S3-compatible storage; undefined: AWS. */
  endpoint?: string | undefined
  region?: string | undefined
  /** Undefined: from the chain of AWS's tools. */
  credentials?: S3Credentials | undefined
  /** Called with a line for the operator if credentials cannot be renewed. */
  tell?: ((line: string) => void) | undefined
}

/** `readConfig` has checked the address. */
export function openObjects(
  { url, endpoint, region = 'us-east-1', credentials, tell = () => undefined }: LakeAddress,
  patience?: Patience,
): Objects {
  const { protocol, host, pathname } = new URL(url)
  if (protocol === 'file:') return folderObjects(fileURLToPath(url), patience)
  const source = credentials ? fixedCredentials(credentials) : defaultCredentials(region, tell)
  return s3Objects(
    { endpoint, bucket: host, prefix: pathname.slice(1), region, credentials: source },
    patience,
  )
}
