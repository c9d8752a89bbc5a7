import { fileURLToPath } from 'node:url'
import { fixedCredentials, defaultCredentials, type S3Credentials } from './credentials.ts'
import { folderObjects } from './folder-objects.ts'
import { isPlainPath, type Objects } from './objects.ts'
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

const LAKE_URL_FORM = 's3://BUCKET/PREFIX or file:///FOLDER, of letters, digits, ".", "_" and "-"'

const DEFAULT_REGION = 'us-east-1'

/** @throws Error for the operator if the address is invalid */
export function openObjects(
  { url, endpoint, region = DEFAULT_REGION, ...keys }: LakeAddress,
  patience?: Patience,
): Objects {
  if (!URL.canParse(url)) throw new Error(`LAKE_URL must be ${LAKE_URL_FORM}`)
  const parsed = new URL(url)
  // It may contain secrets, so do not quote it.
  if (parsed.username || parsed.password || parsed.search || parsed.hash) {
    throw new Error(
      `LAKE_URL must be ${LAKE_URL_FORM}; set keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    )
  }
  if (parsed.protocol === 'file:' && parsed.host === '')
    return folderObjects(fileURLToPath(parsed), patience)
  const prefix = parsed.pathname.replace(/^\/|\/$/g, '')
  const plain = isPlainPath(parsed.host) && (prefix === '' || isPlainPath(prefix))
  if (parsed.protocol !== 's3:' || !plain) throw new Error(`LAKE_URL must be ${LAKE_URL_FORM}`)
  const credentials = keys.credentials
    ? fixedCredentials(keys.credentials)
    : defaultCredentials(region, keys.tell ?? (() => undefined))
  const at = endpoint === undefined ? undefined : origin(endpoint)
  return s3Objects({ endpoint: at, bucket: parsed.host, prefix, region, credentials }, patience)
}

function origin(endpoint: string): string {
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const plain =
    parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`
  if (!plain)
    throw new Error('LAKE_ENDPOINT must be https://HOST or http://HOST:PORT, and nothing else')
  return parsed.origin
}
