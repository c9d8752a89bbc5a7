import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncFile, whenMissing } from '../../../core/runtime/files.ts'

export const EXPORT_SECRET = 'export-secret'

/** 256 random bits as base64url and, after version 1.1, their CRC-32; the whole text is the secret. */
const WHOLE = /^([\w-]{43})(?:\.([0-9a-f]{8}))?$/

/**
 * Created on first use; concurrent processes agree. Throws if too short, as after a power cut in earlier versions, since it could be guessed. A
 * flipped bit only makes another secret.
 */
export async function openExportSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, EXPORT_SECRET)
  // Read first: a service must start on a full disk.
  let secret = await readFile(file, 'utf8').catch(whenMissing(null))
  if (secret === null) {
    const text = randomBytes(32).toString('base64url')
    await mkdir(dataDir, { recursive: true })
    await createSecret(dataDir, `${text}.${checksum(text)}`)
    secret = await readFile(file, 'utf8')
  }
  if (isGuessable(secret)) {
    throw new Error(
      `${file} is damaged: it is too short. Restore it from a backup, or delete it: download links made before then stop working`,
    )
  }
  return secret
}

async function createSecret(dataDir: string, text: string): Promise<void> {
  const aside = join(dataDir, `${EXPORT_SECRET}.${randomBytes(6).toString('hex')}.tmp`)
  await writeFile(aside, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Unlike rename, link never replaces a file.
    await link(aside, join(dataDir, EXPORT_SECRET)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncFile(dataDir)
  } finally {
    await unlink(aside)
  }
}

/** Null if it is missing or damaged. */
export async function intactSecret(dataDir: string): Promise<string | null> {
  if ((await secretProblem(dataDir)) !== null) return null
  return await readFile(join(dataDir, EXPORT_SECRET), 'utf8').catch(whenMissing(null))
}

/** Null if valid or missing. Operators may edit the file. */
export async function secretProblem(dataDir: string): Promise<string | null> {
  const secret = await readFile(join(dataDir, EXPORT_SECRET), 'utf8').catch(whenMissing(null))
  return secret === null ? null : describeSecretDamage(secret)
}

function describeSecretDamage(text: string): string | null {
  if (isGuessable(text)) return 'damaged: it is too short'
  const [, secret = '', sum] = WHOLE.exec(text) ?? []
  if (sum !== undefined && sum !== checksum(secret))
    return 'damaged: its content does not match its checksum'
  // With and without a checksum.
  const isOwn = text.length === 43 || text.length === 52
  return isOwn && secret === '' ? 'damaged: it is not a secret that uascope writes' : null
}

function isGuessable(text: string): boolean {
  return text.replace(/[^\x20-\x7e]/g, '').trim().length < 16
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
