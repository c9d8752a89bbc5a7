/** A record that is kept with names such as `company_id`, as machines read it from the CLI: `companyId`. */
export function camelCased(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value]),
  )
}
