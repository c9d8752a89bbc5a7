import { resolve } from 'node:path'
import type { Config } from './config.ts'

/** One line, with the environment variable to change, if any. */
export function startFault(
  error: unknown,
  config: Pick<Config, 'host' | 'port' | 'dataDir'>,
): string {
  if (!(error instanceof Error)) return String(error)
  const { host, port, dataDir } = config
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT ${port} of HOST ${host} is already in use`
  if (syscall === 'listen' && code === 'EACCES')
    return `PORT ${port} needs privileges that this user lacks`
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `HOST ${host} is not an address of this machine (${code})`
  // Later lines of a library's message are for developers.
  return nameDataDir(error, dataDir).message.split('\n', 1)[0]!
}

/** Adds DATA_DIR if the error concerns it or a file in it. */
export function nameDataDir(error: Error, dataDir: string): Error {
  const { path, code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new Error(
      `the disk of DATA_DIR ${dataDir} is full: free some space, then run it again (${error.message})`,
      { cause: error },
    )
  }
  const concerned = path !== undefined && (isWithin(path, dataDir) || isWithin(dataDir, path))
  return concerned
    ? new Error(`DATA_DIR ${dataDir} cannot be used: ${error.message}`, { cause: error })
    : error
}

function isWithin(path: string, folder: string): boolean {
  return `${resolve(path)}/`.startsWith(`${resolve(folder)}/`)
}
