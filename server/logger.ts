import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger }

/** JSON lines with `time` (ISO 8601) and `level` (in words), to stdout unless told otherwise. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) }
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
