/** RFC 5321, 4.5.3.1.3: a path of 256 octets, less its brackets. */
const LONGEST = 254

/** One `@` between printable ASCII characters. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/

/**
 * The form in which addresses are compared: hosts ignore case, and so do mail servers in practice. Null for a text that is no
 * address in ASCII: beyond it two texts can look alike, or become the same in lower case (the Kelvin sign becomes a k), and stay two
 * people's.
 */
export function comparableAddress(text: string): string | null {
  return text.length <= LONGEST && ADDRESS.test(text) ? text.toLowerCase() : null
}

/** The same of an address that an operator gave. @throws an Error for people */
export function givenAddress(text: string): string {
  const address = comparableAddress(text)
  if (address !== null) return address
  const shown = JSON.stringify(text.slice(0, LONGEST))
  if (/\P{ASCII}/u.test(text)) throw new Error(`${shown} is not in ASCII: write a domain in its xn-- form; other letters cannot be invited`)
  if (text.length > LONGEST) throw new Error(`${shown}... is not an email address: those have at most ${LONGEST} characters`)
  throw new Error(`${shown} is not an email address`)
}
