/** Takes what the client has to say; `console` is one. A method that is missing is not called. */
export interface Logger {
  debug?(message: string, details: object): void
  warn?(message: string, details: object): void
}

const SECRET = /authorization|cookie|key|secret|token/i

/** Headers as they may be logged: without credentials. */
export function redacted(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, SECRET.test(name) ? '[redacted]' : value]))
}
