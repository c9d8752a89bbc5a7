import type { ListedObject } from './objects.ts'

/** A page of S3's ListObjectsV2: names with their prefix. */
export interface ListPage {
  objects: ListedObject[]
  /** Where the next page begins; undefined after the last. */
  next: string | undefined
}

const MAX_BYTES = 8_000_000

/** The parameters are in the order that signatures need. */
export function listQuery(prefix: string, next: string | undefined): string {
  const start = next === undefined ? '' : `continuation-token=${encodeURIComponent(next)}&`
  return `${start}encoding-type=url&list-type=2&prefix=${encodeURIComponent(prefix)}`
}

/** @throws Error if it is not a page */
export async function readListPage(answer: AsyncIterable<Uint8Array>): Promise<ListPage> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer) {
    parts.push(part)
    length += part.length
    if (length > MAX_BYTES) throw new Error(`its list of objects has more than ${MAX_BYTES} bytes`)
  }
  const text = Buffer.concat(parts).toString()
  if (!text.includes('<ListBucketResult')) throw new Error('its list of objects is not one')
  // With `encoding-type=url` no name contains markup.
  const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    name: decodeURIComponent(valueOf(entry!, 'Key').replaceAll('+', ' ')),
    bytes: Number(valueOf(entry!, 'Size')),
    at: new Date(valueOf(entry!, 'LastModified')),
  }))
  return { objects, next: valueOf(text, 'IsTruncated') === 'true' ? plainText(valueOf(text, 'NextContinuationToken')) : undefined }
}

function valueOf(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
}

function plainText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
