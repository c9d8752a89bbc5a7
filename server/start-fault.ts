import type { Config } from './config.ts'

/** Why a start failed, in words that name the environment variable to change where there is one. */
export const startFault = (error: unknown, { host, port, dataDir }: Pick<Config, 'host' | 'port' | 'dataDir'>): string => {
  if (!(error instanceof Error)) return String(error)
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT ${port} of HOST ${host} is in use already`
  if (syscall === 'listen' && code === 'EACCES') return `PORT ${port} needs rights that this user does not have`
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST ${host} is no address of this machine (${code})`
  // Whatever is touched before the service listens lies under the data directory.
  return path === undefined ? error.message : `DATA_DIR ${dataDir} cannot be used: ${error.message}`
}
