/** Every invalid variable of the environment; the message is one line. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** What an operator reads: the error in one line, or a line for each invalid variable. */
export function errorLines(prefix: string, error: Error): string[] {
  if (!(error instanceof ConfigError) || error.faults.length === 1) return [`${prefix}: ${error.message}`]
  return [`${prefix}: ${error.faults.length} errors in the environment:`, ...error.faults.map(fault => `  ${fault}`)]
}

const SECRETS = ['DATABASE_URL', 'CLICKHOUSE_URL', 'EXPORT_SECRET']
const LONGEST_QUOTED = 60

/** The invalid value, to follow what is allowed; nothing if it may contain a password, as before the `@` of an address. */
export function quote(name: string, value: string): string {
  if (SECRETS.includes(name) || /[@?]/.test(value)) return ''
  return `; got ${JSON.stringify(value.length > LONGEST_QUOTED ? `${value.slice(0, LONGEST_QUOTED)}...` : value)}`
}
