import t from 'tap'
import { createApiKey, hashApiKey, isApiKey } from '../../../../server/core/access/keys.ts'
import fc from '../../../support/fast-check.ts'

t.test('a new key has the documented form and is unique', t => {
  const keys = Array.from({ length: 200 }, createApiKey)
  for (const key of keys) {
    t.match(key, /^uascope_[0-9A-Za-z]{38}$/)
    t.ok(isApiKey(key))
  }
  t.equal(new Set(keys).size, keys.length)
  t.end()
})

t.test('a mistyped key is invalid', t => {
  const key = createApiKey()
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom(...'09azAZ_- '), (at, character) => {
      const typed = key.slice(0, at) + character + key.slice(at + 1)
      return isApiKey(typed) === (typed === key)
    }),
  )
  for (const wrong of [
    '',
    'uascope_',
    key.slice(0, -1),
    `${key}0`,
    key.toLowerCase(),
    ` ${key}`,
    `${key}\n`,
  ])
    t.notOk(isApiKey(wrong), wrong)
  t.end()
})

t.test('the checksum is the CRC-32 of the secret in base62', t => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  for (const key of [createApiKey(), createApiKey()]) {
    const number = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    t.equal(number, bitwiseCrc32(key.slice(8, -6)))
  }
  t.end()
})

t.test('the hash is SHA-256', t => {
  t.equal(hashApiKey('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  t.end()
})

/** ISO 3309, one bit at a time. */
function bitwiseCrc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
