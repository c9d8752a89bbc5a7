import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

/** Bytes that may wait for a reader of stdout that has stopped reading; further lines are dropped. */
const MOST_WAITING = 2 ** 24

/** JSON lines with `time` (ISO 8601) and `level` (in words), to stdout unless told otherwise. */
export function createLogger(level: LogLevel, destination: DestinationStream = stdout()): Logger {
  return pino({
    level,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) }
  }, destination)
}

/** Lines are written as they come, together while a write is under way: a write per line would be a tenth of a short answer's cost. */
function stdout(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING })
}
