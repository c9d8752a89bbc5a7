import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

/** Maximum buffered bytes, or ms: each write wakes another thread. */
const WRITE_BYTES = 65_536
const WRITE_INTERVAL = 100

/** Maximum bytes buffered for a stalled reader of stdout; further lines are dropped. */
const MAX_WAITING = 2 ** 24

/** Writes JSON lines with `time` (ISO 8601) and `level` (a word). */
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
  // A full disk pauses the log until it has space.
  let fails = false
  destination.on('error', () => {
    fails = true
  })
  destination.on('write', () => {
    fails = false
  })
  // The library would retry forever at exit.
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!fails) flushSync()
  }
  return destination
}
