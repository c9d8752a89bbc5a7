import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

/** Lines are buffered up to this many bytes or milliseconds: one write per line would cost a tenth of a short response. */
const WRITE_BYTES = 16_000
const WRITE_INTERVAL = 100

/** Bytes that may wait for a reader of stdout that has stopped reading; further lines are dropped. */
const MOST_WAITING = 2 ** 24

/** JSON lines with `time` (ISO 8601) and `level` (in words), to stdout unless told otherwise. */
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
    minLength: WRITE_BYTES,
    periodicFlush: WRITE_INTERVAL,
    maxLength: MOST_WAITING,
  })
  // A log on a full disk ends nothing: it waits, and is tried again until there is room.
  let fails = false
  destination.on('error', () => {
    fails = true
  })
  destination.on('write', () => {
    fails = false
  })
  // At the process's end the library would try for ever.
  const flushSync = destination.flushSync.bind(destination)
  destination.flushSync = () => {
    if (!fails) flushSync()
  }
  return destination
}
