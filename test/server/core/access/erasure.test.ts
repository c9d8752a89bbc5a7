import t from 'tap'
import type { AuditDetails, AuditEntry } from '../../../../server/core/access/audit.ts'
import {
  createErasure,
  eraseFromEntry,
  eraseFromText,
  namesAddress,
} from '../../../../server/core/access/erasure.ts'
import fc from '../../../support/fast-check.ts'

const SECRET = 'a secret of these tests'
const erasure = createErasure('Ada@Example.com', SECRET)

function entry(details: AuditDetails, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: '2026-04-01T00:00:00.000Z',
    action: 'user.invited',
    actor: 'operator:ada',
    target: 'user:a',
    details,
    ...more,
  }
}

t.test(
  'an address becomes the same digest everywhere, and another digest with another secret',
  async t => {
    const erased = eraseFromEntry(entry({ email: 'ADA@example.com' }), erasure, new Set())!
    t.match(erased.details['email'], /^erased:[\w-]{8}$/)
    t.ok(erasure.digest.startsWith(String(erased.details['email'])))
    t.not(createErasure('ada@example.com', `${SECRET}!`).digest, erasure.digest)
    t.equal(createErasure('ada@example.com', SECRET).digest, erasure.digest)
    t.match(
      createErasure('bo@b.co', SECRET).replace('bo@b.co', 7),
      /^[\w-]{7}$/,
      'a short one has no room for a prefix',
    )
    t.throws(() => createErasure('ada', SECRET), { message: /not an email address/ })
  },
)

t.test('other addresses stay, even if they contain the erased one', async t => {
  for (const email of [
    'nada@example.com',
    'ada@example.com.au',
    'x.ada@example.com',
    '=ada@example.com',
    'ada@example.co',
  ]) {
    t.equal(eraseFromEntry(entry({ email }), erasure, new Set()), null, email)
  }
  for (const text of [
    'nada@example.com',
    'ada@example.com.au',
    'x.ada@example.com',
    'ada@example.com-x',
  ])
    t.equal(eraseFromText(text, erasure), null)
  for (const text of [
    'ada@example.com',
    'for ADA@example.com.',
    '<ada@example.com>',
    'mailto:ada@example.com, CI',
  ]) {
    t.notMatch(eraseFromText(text, erasure), /ada@/i, text)
    t.ok(namesAddress(text, 'ada@example.com'))
  }
})

t.test('names of keys, reasons, lists and actors lose the address too', async t => {
  const original = entry(
    {
      name: 'CI of ada@example.com',
      faults: ['x', 'to ada@example.com'],
      rows: { runs: 1 },
      ok: true,
      none: null,
    },
    { actor: 'operator:ada@example.com' },
  )
  const erased = eraseFromEntry(original, erasure, new Set())!
  t.notMatch(JSON.stringify(erased), /ada@/)
  t.match(erased, {
    details: { rows: { runs: 1 }, ok: true, none: null },
    at: original.at,
    target: original.target,
  })
})

t.test("a first login loses subject and name if it is the user's", async t => {
  const login = entry(
    {
      email: 'ada@example.com',
      issuer: 'https://a.example',
      subject: 'auth0|ada"Δ',
      name: 'Ada Ω',
    },
    { action: 'user.connected' },
  )
  const erased = eraseFromEntry(login, erasure, new Set(['user:a']))!
  t.match(erased.details, {
    issuer: 'https://a.example',
    email: /^erased:/,
    subject: /^[\w-]{13}$/,
    name: /^[\w-]{6}$/,
  })
  t.equal(
    eraseFromEntry(
      entry({ email: 'bo@example.com', subject: 'bo' }, { action: 'user.connected' }),
      erasure,
      new Set(['user:b']),
    ),
    null,
  )
})

t.test('replacements keep their length in JSON', async t => {
  const address = fc.stringMatching(/^[!-?A-~]{1,60}$/).map(local => `${local}@example.com`)
  const text = fc.string({ unit: 'binary', maxLength: 80 })
  fc.assert(
    fc.property(address, text, text, (email, subject, name) => {
      const own = createErasure(email, SECRET)
      const original = entry({ email, issuer: 'i', subject, name }, { action: 'user.connected' })
      const erased = eraseFromEntry(original, own, new Set(['user:a']))!
      t.equal(
        Buffer.byteLength(JSON.stringify(erased)),
        Buffer.byteLength(JSON.stringify(original)),
      )
      return true
    }),
    { numRuns: 300 },
  )
})
