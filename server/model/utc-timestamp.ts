/** True for a real instant written in ISO 8601 as `Date.prototype.toISOString` does: UTC, milliseconds, `Z`, four-digit year. */
export function isUtcTimestamp(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text)) return false
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text
}
