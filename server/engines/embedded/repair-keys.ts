import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from './data-folder.ts'
import { KEY_FILE, keyLines, removeDamagedLines } from './key-file.ts'
import { moveToTrash } from './trash.ts'

/** Removes damaged lines from the key file, after a copy of it to the trash. Their keys were refused already. Returns its actions, a sentence each. */
export async function repairKeys(dataDir: string, now: Date): Promise<string[]> {
  const dir = join(dataDir, 'keys')
  const bytes = await readFile(join(dir, KEY_FILE)).catch(whenMissing(Buffer.alloc(0)))
  const damaged = [...keyLines(bytes)].filter(({ opened }) => 'problem' in opened).length
  if (damaged === 0) return []
  const aside = `keys/${KEY_FILE}.damaged`
  await copyFile(join(dir, KEY_FILE), join(dataDir, aside))
  await moveToTrash(dataDir, [{ file: aside }], now)
  await removeDamagedLines(dir)
  const lines = `${damaged} damaged ${damaged === 1 ? 'line' : 'lines'}`
  return [
    `Removed ${lines} from keys/${KEY_FILE}, whose copy is in the trash. \`keys revoke\` closes what the audit log says of their keys.`,
  ]
}
