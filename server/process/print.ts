/** Prints for people. The only code that writes to a terminal, since names from deliveries may contain control characters. */

/**
 * What a terminal obeys instead of showing it, or what shows text otherwise than it is: controls with ESC, DEL and C1, ends of lines,
 * halves of characters, marks that turn the direction of writing, and what has no width. Joiners stay: scripts and emoji need them.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff]/gu

/** Text as it can be shown: what cannot be seen in it is written `\u{..}`. */
export function printable(text: string): string {
  return text.replace(UNSEEN, character => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

/** Prints lines on stdout. Each stays one line, whatever names are in it. */
export function print(...lines: readonly string[]): void {
  return console.log(lines.map(printable).join('\n'))
}

/** Prints lines on stderr, likewise. */
export function printError(...lines: readonly string[]): void {
  return console.error(lines.map(printable).join('\n'))
}

/** Prints values as a line of JSON each on stdout; what cannot be seen in it is escaped, which says the same. */
export function printJson(...values: readonly unknown[]): void {
  return console.log(
    values
      .map(value => JSON.stringify(value).replace(UNSEEN, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`))
      .join('\n'),
  )
}
