import { parse } from 'csv-parse/sync'
import t from 'tap'
import { safeText, toCsv, toTsv } from '../../../../server/core/words/spreadsheet.ts'

t.test('text that a spreadsheet would run is marked as text', async t => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    '\t=1',
    '\n=1',
  ])
    t.equal(safeText(text), `'${text}`)
  for (const text of ['Alpha', '1-1', '', ' =1', 'AXON US | iOS']) t.equal(safeText(text), text)
})

interface Row {
  name: string
  amount: number | null
}

const ROWS: Row[] = [
  { name: 'Meta "Ads", iOS\nUS', amount: 12.5 },
  { name: '=SUM(A1)\t', amount: null },
]

const COLUMNS = [
  { label: 'name', value: ({ name }: Row) => name },
  { label: 'amount', value: ({ amount }: Row) => amount },
]

t.test('a CSV file reads back, with formulas escaped', async t => {
  const text = toCsv(ROWS, COLUMNS)
  t.equal(text[0], '\uFEFF', 'Excel reads it as UTF-8')
  t.same(parse(text, { bom: true }), [
    ['name', 'amount'],
    ['Meta "Ads", iOS\nUS', '12.5'],
    ["'=SUM(A1)\t", ''],
  ])
})

t.test('copied text has one line per row and no extra tabs', async t => {
  t.equal(toTsv(ROWS, COLUMNS), 'name\tamount\nMeta "Ads", iOS US\t12.5\n\'=SUM(A1) \t')
})
