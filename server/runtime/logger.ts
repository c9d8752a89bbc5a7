import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

/** Buffered by bytes or ms: a write wakes another thread. */
const WRITE_BYTES = 65_536
const WRITE_INTERVAL = 100

/** Bytes waiting for a stalled reader of stdout; further lines are dropped. */
const MAX_WAITING = 2 ** 24

/** JSON lines with `time` (ISO 8601) and `level` (a word). */
export function createLogger(level: LogLevel, destination: DestinationStream = stdout()): Logger {
  return pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
    },
    destination,
  )
}

function stdout(): DestinationStream {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: WRITE_BYTES / 2,
    maxWrite: WRITE_BYTES,
    periodicFlush: WRITE_INTERVAL,
    maxLength: MAX_WAITING,
  })
  // A full disk pauses the log until there is room.
  let fails = false
  destination.on('error', () => {
    fails = true
  })
  destination.on('write', () => {
    fails = false
  })
  // At exit the library would retry forever.
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!fails) flushSync()
  }
  return destination
}
