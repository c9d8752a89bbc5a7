import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { formatFaults } from '../../../../server/imports/load/import.ts'
import type { Delivery } from '../../../reference/delivery.ts'
import { cohortRow, minimalDelivery, revenueRow } from '../../../reference/minimal-delivery.ts'
import { deliver, query, refusal } from '../../../support/delivery-folder.ts'
import { type Teardown, temporaryFolder } from '../../../support/temporary-folder.ts'

const MONEY =
  'must be an amount in plain digits with at most 14 before and 4 after the decimal point'

async function refused(t: Teardown, delivery: Delivery, format: 'csv' | 'parquet' = 'csv') {
  return refusal(temporaryFolder(t), await deliver(t, delivery, format))
}

t.test('seventy errors of one kind do not hide another, and all are counted', async t => {
  const cohorts = Array.from({ length: 70 }, (_, index) =>
    cohortRow({ campaign: `C${index}`, spend: '-1', country: 'us' }),
  )
  const delivery = {
    ...minimalDelivery({ companies: [{ company_id: 1, name: '' }] }),
    cohorts,
    cohort_revenue: [],
  }
  for (const format of ['csv', 'parquet'] as const) {
    const error = await refused(t, delivery, format)
    const { faults, total, groups } = error
    t.equal(total, 141)
    t.equal(faults.length, 141)
    const first = format === 'csv' ? 2 : 1
    t.match(faults.slice(0, 3), [
      { file: `companies.${format}`, row: first },
      { file: `cohorts.${format}`, row: first },
      { file: `cohorts.${format}`, row: first },
    ])
    t.match(faults.at(-1), { file: `cohorts.${format}`, row: first + 69 })
    const file = `cohorts.${format}`
    const places = (value: string | RegExp) =>
      [0, 1, 2, 3, 4].map(index => ({ row: first + index, value }))
    t.match(groups, [
      {
        file: `companies.${format}`,
        column: 'name',
        rule: 'must not be empty',
        count: 1,
        first: [{ row: first, value: null }],
      },
      {
        file,
        column: 'country',
        rule: 'must be two capital letters',
        count: 70,
        first: places('us'),
      },
      { file, column: 'spend', rule: 'must not be negative', count: 70, first: places(/^-1/) },
    ])
    t.equal(groups.length, 3)
    if (format === 'csv') {
      t.strictSame(formatFaults(error), [
        'The delivery has 141 errors; nothing was loaded:',
        '  companies.csv, line 2, name: must not be empty (empty)',
        '  cohorts.csv, country: must be two capital letters (70 times, first in line 2: "us")',
        '  cohorts.csv, spend: must not be negative (70 times, first in line 2: "-1")',
      ])
    }
  }
})

t.test(
  'kinds of malformed cells in one column are separate, with their first rows, at any depth',
  async t => {
    const spends = [
      ...Array.from({ length: 20 }, () => ''),
      ...Array.from({ length: 9 }, (_, index) => `1.2345${index + 1}`),
      'much',
      '7',
    ]
    const cohorts = spends.map((spend, index) => cohortRow({ campaign: `C${index}`, spend }))
    const error = await refused(t, minimalDelivery({ cohorts, cohort_revenue: [] }))
    const { groups, faults } = error
    t.match(groups, [
      { column: 'spend', rule: 'must not be empty', count: 20, first: [{ row: 2, value: null }] },
      {
        column: 'spend',
        rule: 'must have at most 4 decimals',
        count: 9,
        first: [{ row: 22, value: '1.23451' }],
      },
      { column: 'spend', rule: MONEY, count: 1, first: [{ row: 31, value: 'much' }] },
    ])
    t.equal(faults.length, 30)
    t.strictSame(formatFaults(error).slice(1), [
      '  cohorts.csv, spend: must not be empty (20 times, first in line 2: empty)',
      '  cohorts.csv, spend: must have at most 4 decimals (9 times, first in line 22: "1.23451")',
      '    then line 23: "1.23452", line 24: "1.23453", line 25: "1.23454"',
      `  cohorts.csv, line 31, spend: ${MONEY} ("much")`,
    ])
  },
)

t.test('kinds of revenue errors are separate, whether or not the rest is valid', async t => {
  const revenues = [
    revenueRow(),
    revenueRow({ dsi: 1, paid_net: 'much' }),
    revenueRow({ dsi: 365, paid_net: '' }),
  ]
  for (const companies of [[{ company_id: 1, name: 'Studio' }], [{ company_id: 1, name: '' }]]) {
    const { groups } = await refused(t, minimalDelivery({ companies, cohort_revenue: revenues }))
    t.match(
      groups.filter(({ file }) => file === 'cohort_revenue.csv'),
      [
        { column: 'paid_net', rule: MONEY, count: 1, first: [{ row: 3, value: 'much' }] },
        {
          column: 'paid_net',
          rule: 'must not be empty',
          count: 1,
          first: [{ row: 4, value: null }],
        },
      ],
    )
  }
})

t.test('half a million errors are counted, and the first of each kind is reported', async t => {
  const path = await deliver(t, minimalDelivery({ cohort_revenue: [] }))
  await query(`COPY (SELECT 1 AS run_id, DATE '2026-03-30' AS install_date, 'IOS' AS platform, 'Meta' AS network, 'C' || i AS campaign,
      CASE WHEN i = 499999 THEN 'usa' ELSE 'US' END AS country, '12;5' AS spend, 4 AS paid_installs, 5 AS incremental_blended_installs, 8 AS full_blended_installs
    FROM range(500000) r(i)) TO '${path}/cohorts.csv' (HEADER)`)
  const error = await refusal(temporaryFolder(t), path)
  t.equal(error.faults.length, 10_000)
  t.match(error.groups, [
    {
      file: 'cohorts.csv',
      column: 'spend',
      rule: MONEY,
      count: 500_000,
      first: [{ row: 2, value: '12;5' }],
    },
    { file: 'cohorts.csv', column: 'country', count: 1, first: [{ row: 500_001, value: 'usa' }] },
  ])
  t.match(formatFaults(error), [
    /^The delivery has 500001 errors/,
    /spend: must be an amount .* \(500,000 times, first in line 2: "12;5"\)$/,
    /cohorts\.csv, line 500001, country: must be two capital letters \("usa"\)$/,
  ])
})

t.test("a delivery's names do not create unlimited groups", async t => {
  const path = temporaryFolder(t)
  const lines = Array.from({ length: 400 }, (_, index) => `a${',x'.repeat(2 + (index % 60))}`)
  await writeFile(join(path, 'networks.csv'), `network,traditional\n${lines.join('\n')}\n`)
  const ragged = await refusal(temporaryFolder(t), path)
  t.match([ragged.total, ragged.groups.length], [400, 21])
  t.equal(
    ragged.groups.reduce((sum, { count }) => sum + count, 0),
    400,
  )

  const header = Array.from({ length: 1990 }, (_, index) => `c${index % 1200}`).join(',')
  await writeFile(join(path, 'networks.csv'), `network,traditional,${header}\n`)
  const repeated = await refusal(temporaryFolder(t), path)
  t.equal(repeated.total, 790)
  const lines50 = formatFaults(repeated)
  t.equal(lines50.length, 52)
  t.equal(lines50.at(-1), '... and 740 more')
})
