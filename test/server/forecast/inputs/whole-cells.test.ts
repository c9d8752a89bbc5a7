import t from 'tap'
import { Workspace } from '../../../../server/imports/workspace.ts'
import { joined, literal, plain, sql, type Sql } from '../../../../server/core/model/sql.ts'
import {
  dateKind,
  type Dialect,
  isPeriod,
  momentSql,
  numberSql,
  PLAIN,
} from '../../../../server/imports/reader/grammar.ts'
import fc from '../../../support/fast-check.ts'
import { inFolder } from '../../../support/temporary-folder.ts'

/** The values of an expression over each text. */
async function valuesOf(
  texts: readonly string[],
  value: (text: Sql) => Sql,
): Promise<(string | null)[]> {
  return await inFolder('cells', async folder => {
    const workspace = await Workspace.open(folder, { threads: 1 })
    try {
      const rows = joined(texts.map((text, at) => sql`(${at}, ${literal(text)})`))
      const query = sql`SELECT CAST(${value(plain('v'))} AS VARCHAR) AS value FROM (VALUES ${rows}) t(nth, v) ORDER BY nth`
      return (await workspace.rows(query)).map(row => row['value'] as string | null)
    } finally {
      workspace.close()
    }
  })
}

const AMOUNT = fc.integer({ min: 0, max: 100_000_000_000 })
const MARKS = [
  { decimal: '.', thousands: ',' },
  { decimal: '.', thousands: "'" },
  { decimal: '.', thousands: '' },
  { decimal: ',', thousands: '.' },
  { decimal: ',', thousands: '\u202f' },
  { decimal: ',', thousands: '\u00a0' },
] as const
const DRESSES: readonly ((text: string) => [text: string, sign: 1 | -1])[] = [
  text => [text, 1],
  text => [`-${text}`, -1],
  text => [`(${text})`, -1],
  text => [`$${text}`, 1],
  text => [`${text} €`, 1],
  text => [`-R$ ${text}`, -1],
  text => [`${text} CHF`, 1],
]

t.test(
  'amounts of cents to 10^9 are read exactly in every notation, and never in part',
  async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(AMOUNT, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...MARKS),
        async (amounts, { decimal, thousands }) => {
          const cells = amounts.flatMap((cents, at) => {
            const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, thousands)
            const [text, sign] = DRESSES[at % DRESSES.length]!(
              `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`,
            )
            return [{ text, cents: cents * sign }]
          })
          const dialect: Dialect = { ...PLAIN, decimal }
          const read = await valuesOf(
            cells.map(({ text }) => text),
            text => numberSql(text, dialect),
          )
          t.same(
            read.map(value => Math.round(Number(value) * 100)),
            cells.map(({ cents }) => cents),
            cells.map(({ text }) => text).join(' '),
          )
          const broken = cells.flatMap(({ text }) => [
            `${text} ${text}`,
            `${text}x`,
            `${text}%`,
            `a ${text}`,
            `(${text}`,
            `${text}/2`,
          ])
          t.ok(
            (await valuesOf(broken, text => numberSql(text, dialect))).every(
              value => value === null,
            ),
          )
        },
      ),
      { numRuns: 12 },
    )
  },
)

t.test('amounts in millionths, cents and thousandths are divided exactly', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 }),
      async amounts => {
        for (const [divide, decimals] of [
          [100, 2],
          [1000, 3],
          [1_000_000, 6],
        ] as const) {
          const read = await valuesOf(amounts.map(String), text => numberSql(text, PLAIN, divide))
          t.same(
            read.map(value => Math.round(Number(value) * 10 ** decimals)),
            amounts,
          )
        }
      },
    ),
    { numRuns: 8 },
  )
})

const DAY = fc.integer({
  min: Date.UTC(2000, 0, 1) / 86_400_000,
  max: Date.UTC(2099, 11, 31) / 86_400_000,
})

function iso(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

function inWords(day: number, locale: string, month: 'long' | 'short'): string {
  return new Date(day * 86_400_000).toLocaleDateString(locale, {
    day: 'numeric',
    month,
    year: 'numeric',
    timeZone: 'UTC',
  })
}

const LOCALES = [
  'en',
  'en-GB',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'ru',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'id',
  'ja',
  'ko',
  'zh',
]

const FORMS: readonly { dialect: Dialect; text: (day: number) => string }[] = [
  { dialect: PLAIN, text: iso },
  { dialect: { ...PLAIN, order: 'dmy' }, text: day => iso(day).split('-').reverse().join('.') },
  {
    dialect: { ...PLAIN, order: 'mdy' },
    text: day => iso(day).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1 11:30 PM'),
  },
  { dialect: { ...PLAIN, counted: true }, text: day => iso(day).replaceAll('-', '') },
  { dialect: { ...PLAIN, counted: true }, text: day => String(day + 25_569) },
  { dialect: { ...PLAIN, counted: true }, text: day => `${day + 25_569}.99` },
  ...LOCALES.flatMap(locale =>
    (['long', 'short'] as const).map(month => ({
      dialect: { ...PLAIN, named: true },
      text: (day: number) => inWords(day, locale, month),
    })),
  ),
]

t.test('days of a century are read in every form, and never in part', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(DAY, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...FORMS),
      async (days, { dialect, text }) => {
        const texts = days.map(text)
        const read = await valuesOf(texts, cell => sql`CAST(${momentSql(cell, dialect)} AS DATE)`)
        t.same(read, days.map(iso), texts.join(' | '))
        const others = texts.flatMap(cell => [
          `${cell} x`,
          `${cell} (late)`,
          `x${cell}`,
          `${cell} - ${cell}`,
        ])
        const broken = await valuesOf(others, cell => momentSql(cell, dialect))
        t.ok(
          broken.every(value => value === null),
          others.filter((_, at) => broken[at] !== null).join(' | '),
        )
      },
    ),
    { numRuns: 40 },
  )
})

t.test('a cell with two days is that day if they are equal, and none otherwise', async t => {
  const forms = FORMS.filter(({ text }) => !/^\d{5}/.test(text(20_000)))
  await fc.assert(
    fc.asyncProperty(
      DAY,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(...forms),
      fc.constantFrom(' - ', ' – ', '~', ' to ', ' bis '),
      async (day, more, { dialect, text }, between) => {
        const texts = [
          `${text(day)}${between}${text(day)}`,
          `${text(day)}${between}${text(day + more)}`,
        ]
        t.same(await valuesOf(texts, isPeriod), ['true', 'true'], texts.join(' | '))
        t.same(
          await valuesOf(
            texts,
            cell => sql`CAST(${momentSql(cell, { ...dialect, periods: true })} AS DATE)`,
          ),
          [iso(day), null],
        )
        t.same(await valuesOf([text(day)], isPeriod), ['false'])
      },
    ),
    { numRuns: 30 },
  )
})

t.test('a cell of each form is known by its kind', async t => {
  const kinds = {
    '2026-10-05': 'iso',
    '25.10.2026': 'dmy',
    '10/25/2026': 'mdy',
    '10/05/2026': 'either',
    '1790845200': 'unix',
    '46296': 'serial',
    '20261005': 'digits',
    '5. Okt. 2026': 'named',
    'Week 40': 'other',
  }
  t.same(await valuesOf(Object.keys(kinds), dateKind), Object.values(kinds))
})
