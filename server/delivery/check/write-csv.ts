import { open } from 'node:fs/promises'

const BATCH = 1024 * 1024

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}

/** Writes a new UTF-8 file. */
export async function writeText(path: string, parts: AsyncIterable<string>): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    let batch = ''
    for await (const part of parts) {
      batch += part
      if (batch.length < BATCH) continue
      await handle.write(batch)
      batch = ''
    }
    await handle.write(batch)
  } finally {
    await handle.close()
  }
}
