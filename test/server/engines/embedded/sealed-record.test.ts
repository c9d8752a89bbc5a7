import t from 'tap'
import { CONNECTION, INVITATION, KEY, openRecord, type RecordKind } from '../../../../server/engines/embedded/sealed-record.ts'
import { sealedText } from '../../../../server/engines/embedded/data-folder.ts'
import { damage, flipBit } from '../../../support/damage.ts'
import fc from '../../../support/fast-check.ts'

const ID = '0123456789ab'
const AT = '2026-04-01T00:00:00.000Z'
const RECORDS: readonly (readonly [kind: RecordKind<object>, record: Record<string, unknown>])[] = [
  [
    KEY,
    {
      id: ID,
      company_id: 1,
      name: 'Δ "x"\n\u2028',
      created_at: AT,
      expires_at: '2026-05-01T00:00:00.000Z',
      revoked_at: null,
      sha256: 'a'.repeat(64),
    },
  ],
  [INVITATION, { id: ID, company_id: 1, email: 'ada@example.com', invited_at: AT }],
  [CONNECTION, { user_id: ID, issuer: 'https://a.example', subject: 'ada', name: null, connected_at: AT }],
]

t.test('a sealed record opens as it was, and one of earlier versions as well', async t => {
  for (const [kind, record] of RECORDS) {
    t.strictSame(openRecord(kind, ID, sealedText(record)), { record, isSealed: true })
    t.strictSame(openRecord(kind, ID, JSON.stringify(record)), { record, isSealed: false })
    t.strictSame(
      openRecord(kind, ID, sealedText({ ...record, later: 1 })),
      { record: { ...record, later: 1 }, isSealed: true },
      'a later field',
    )
  }
})

t.test('a flip of any bit of a sealed record is found', async t => {
  for (const [kind, record] of RECORDS) {
    const bytes = Buffer.from(sealedText(record))
    let accepted = 0
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) if (!('problem' in openRecord(kind, ID, flipBit(bytes, at, bit).toString()))) accepted++
    }
    t.equal(accepted, 0)
  }
})

t.test('damage of any kind, also twice, never makes another record of one', async t => {
  for (const [kind, record] of RECORDS) {
    const bytes = Buffer.from(sealedText(record))
    fc.assert(
      fc.property(fc.array(damage(), { minLength: 1, maxLength: 3 }), damages => {
        const damaged = damages.reduce<Buffer>((bytes, change) => change(bytes), bytes)
        const opened = openRecord(kind, ID, damaged.toString())
        return 'problem' in opened || damaged.equals(bytes)
      }),
      { numRuns: 3000 },
    )
  }
  t.pass('nothing was accepted')
})

t.test('content that no version wrote is refused with the reason', async t => {
  const [, key] = RECORDS[0]!
  const cases: [text: string, problem: RegExp][] = [
    ['', /incomplete record/],
    ['[]', /incomplete record/],
    ['null', /incomplete record/],
    [JSON.stringify({ ...key, extra: 1 }), /no seal, and an unknown field "extra"/],
    [JSON.stringify({ ...key, company_id: '1' }), /company_id is missing or invalid/],
    [JSON.stringify({ ...key, expires_at: '2026-13-01' }), /expires_at is missing or invalid/],
    [JSON.stringify({ ...key, revoked_at: undefined }), /revoked_at is missing or invalid/],
    [JSON.stringify({ ...key, sha256: 'a' }), /sha256 is missing or invalid/],
    [sealedText({ ...key, id: 'ba9876543210' }), /holds the record of ba9876543210/],
    [sealedText(key).replace('"company_id":1', '"company_id":3'), /does not match its seal/],
    [`${sealedText(key)}\n`, /does not match its seal/],
    [JSON.stringify(key).replace('"name"', '"company_id":3,"name"'), /does not match its seal/],
  ]
  for (const [text, problem] of cases) t.match(openRecord(KEY, ID, text), { problem }, problem.source)
})
