/** The list as it is written in a request, before percent-encoding: `splitList` gives the same values back. Not for no values. */
export function formatList(values: readonly string[]): string {
  return values.map(formatValue).join(',')
}

function formatValue(value: string): string {
  const plain = value !== '' && !value.includes(',') && !value.startsWith('"')
  return plain ? value : `"${value.replaceAll('"', '""')}"`
}
