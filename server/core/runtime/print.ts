/** The only code that writes to a terminal: names from deliveries may contain control characters. */

/**
 * Control characters (ESC, DEL, C1), line ends, surrogates, direction marks and zero-width characters. Joiners are kept: scripts and emoji need
 * them.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]/gu

/** Escapes invisible characters as `\u{..}`. */
export function printable(text: string): string {
  return text.replace(UNSEEN, character => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

/** Each argument stays one line, whatever names it contains. */
export function print(...lines: readonly string[]): void {
  return console.log(lines.map(printable).join('\n'))
}

export function printError(...lines: readonly string[]): void {
  return console.error(lines.map(printable).join('\n'))
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** One JSON line per value, with invisible characters escaped. */
export function printJson(...values: readonly unknown[]): void {
  return console.log(
    values
      .map(value =>
        JSON.stringify(value).replace(
          UNSEEN,
          character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
      )
      .join('\n'),
  )
}
