const NEEDED = ['application/json', 'text/event-stream']

/** Whether an `Accept` header names both types that the streamable HTTP transport asks clients to accept; wildcards do not count. */
export function acceptsBothTypes(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map(range => range.split(';')[0]!.trim().toLowerCase())
  return NEEDED.every(type => types.includes(type))
}

/** Whether a `Content-Type` header says JSON, in UTF-8 if it says an encoding at all. */
export function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(; *charset="?utf-8"? *)?$/i.test((contentType ?? '').trim())
}
