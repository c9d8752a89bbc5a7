import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** The same few are asked for again and again. */
const known = new LRUCache<string, string>({ max: 5000 })

/** A strong entity tag, quotes included, for content that is named by `tag`. */
export function strongEtag(tag: string): string {
  const etag = known.get(tag) ?? `"${createHash('sha256').update(tag).digest('base64url').slice(0, 22)}"`
  known.set(tag, etag)
  return etag
}

/** A weak one: the same content, maybe compressed. */
export function weakEtag(tag: string): string {
  return `W/${strongEtag(tag)}`
}

/** Whether `If-None-Match` names the entity tag, by weak comparison (RFC 9110, 13.1.2). */
export function isNamed(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return ifNoneMatch.match(/"[^"]*"/g)?.some(named => named === opaque) ?? false
}
