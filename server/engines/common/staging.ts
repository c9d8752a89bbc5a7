import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes the folder for imports' own files in a data directory. */
export async function stagingIn(dataDir: string): Promise<string> {
  const staging = join(dataDir, 'staging')
  try {
    await mkdir(staging, { recursive: true })
    await access(staging, constants.W_OK)
    return staging
  } catch (error) {
    throw unwritable(error)
  }
}

/** An error of writing to the data directory as its operator knows it. */
export function unwritable(cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`DATA_DIR cannot be written: ${reason}`, { cause })
}
