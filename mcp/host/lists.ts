/** Lists of names as the service writes them: separated by commas; a name with a comma, or that begins with a quote, is quoted (RFC 4180). */

export function parseList(text: string): string[] {
  const items: string[] = []
  const pattern = /\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(,|$)/gy
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    items.push(found[1]?.replaceAll('""', '"') ?? found[2]!.trim())
    if (found[3] === '') return items.filter(item => item !== '')
  }
  // A quote that does not end: as it was written.
  return text.split(',').map(item => item.trim())
}

export function formatList(items: readonly string[]): string {
  return items.map(item => (/^"|,/.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(',')
}
