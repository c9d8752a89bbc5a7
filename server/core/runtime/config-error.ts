/** Lists every invalid environment variable; the message is one line. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/** The error for an operator: one line, or a line for each invalid variable. */
export function errorLines(prefix: string, error: Error): string[] {
  if (!(error instanceof ConfigError) || error.faults.length === 1)
    return [`${prefix}: ${error.message}`]
  return [
    `${prefix}: ${error.faults.length} errors in the environment:`,
    ...error.faults.map(fault => `  ${fault}`),
  ]
}

const SECRETS = ['DATABASE_URL', 'CLICKHOUSE_URL', 'EXPORT_SECRET']
const LONGEST_QUOTED = 60

/** Appends the invalid value to the allowed ones, unless it may contain a password, such as before the `@` of an address. */
export function quote(name: string, value: string): string {
  if (SECRETS.includes(name) || /[@?]/.test(value)) return ''
  return `; got ${JSON.stringify(value.length > LONGEST_QUOTED ? `${value.slice(0, LONGEST_QUOTED)}...` : value)}`
}
