/** Text that a spreadsheet would run as a formula starts with an apostrophe instead, as in the service's files (`analytics/file`). */
export function safeText(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text
}
