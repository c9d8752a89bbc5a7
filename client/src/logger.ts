/** Takes what the client has to say; `console` is one. A method that is missing is not called, and what it throws is dropped. */
export interface Logger {
  debug?(message: string, details: object): void
  warn?(message: string, details: object): void
}

const SECRET = /auth|cookie|credential|key|pass|secret|session|signature|token/i

/** Headers as they may be logged: without credentials. */
export function redacted(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, SECRET.test(name) ? '[redacted]' : value]))
}

/** Tells the logger, whose failure, at once or later, is none of the call. */
export function log(logger: Logger, level: keyof Logger, message: string, details: object): void {
  new Promise<void>(resolve => resolve(logger[level]?.(message, details))).catch(() => {})
}
