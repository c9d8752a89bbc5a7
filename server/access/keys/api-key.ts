import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'uascope_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new API key: the prefix, 32 random base62 characters (190 bits) and their checksum. */
export function createApiKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return PREFIX + secret + checksum(secret)
}

/** Whether the text has the form of a key and its checksum fits: tells typing errors apart without looking anything up. */
export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false
  return checksum(text.slice(PREFIX.length, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)
}

/** Whether the text may hold a key, rightly typed or not, in capitals or small letters: what must not be repeated. */
export function looksLikeApiKey(text: string): boolean {
  return text.toLowerCase().includes(PREFIX)
}

/** SHA-256 of a key, in hex: what is stored in its place. The secret is too long to be guessed, so no slow hash is needed. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** CRC-32 in base62, padded to six characters. */
function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = DIGITS[rest % DIGITS.length] + text
    rest = Math.floor(rest / DIGITS.length)
  }
  return text
}
