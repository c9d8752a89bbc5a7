/** Milliseconds that an answer asks to wait: `Retry-After` (RFC 9110, 10.2.3), else the rest of a `RateLimit` window that is used up. */
export function askedWait(headers: Headers): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null) {
    // Date.parse takes `-1` for a day of 2001.
    const wait = / GMT$/.test(after) ? Date.parse(after) - Date.now() : /^\d/.test(after) ? Number(after) * 1000 : NaN
    if (!Number.isNaN(wait)) return Math.max(0, wait)
  }
  const windows =
    headers
      .get('ratelimit')
      ?.split(',')
      .filter(window => /;\s*r=0\b/.test(window)) ?? []
  return windows.length === 0 ? undefined : Math.max(...windows.map(window => 1000 * Number(/;\s*t=(\d+)/.exec(window)?.[1] ?? 0)))
}
