import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from './record-folder.ts'

/** The secret kept under `dataDir`, made on first use; processes that start together agree on one. */
export async function ownExportSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'export-secret')
  // Where there is one, nothing is written: a service starts on a full disk too.
  const known = await readFile(file, 'utf8').catch(whenMissing(null))
  if (known !== null) return known
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(aside, randomBytes(32).toString('base64url'), { mode: 0o600 })
  // A link never replaces a file, and shows it whole: whoever comes first decides.
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(aside)
  return readFile(file, 'utf8')
}
