import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { writeAdjustExport } from '../../../../scripts/lab/studio/adjust-export.ts'

const TODAY = '2026-04-01'

t.test("the demo studio's Adjust export is consistent", async t => {
  const dir = t.testdir()
  const text = await readFile(await writeAdjustExport(`${dir}/one`, { today: TODAY }), 'utf8')
  t.equal(
    await readFile(await writeAdjustExport(`${dir}/two`, { today: TODAY }), 'utf8'),
    text,
    'the same day, the same bytes',
  )

  const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' })
  t.ok(rows.length > 10_000)
  t.equal(
    new Set(
      rows.map(row =>
        [row.day, row.os_name, row.channel, row.campaign, row.country_code].join('\t'),
      ),
    ).size,
    rows.length,
  )
  t.equal(rows.at(-1)!.day, '2026-03-31', 'to the last whole day')
  const ages = Object.keys(rows[0]!).filter(name => name.startsWith('all_revenue_total_d'))
  for (const row of rows) {
    const revenue = ages.map(name => Number(row[name]))
    if (revenue.some((amount, index) => index > 0 && amount < revenue[index - 1]!))
      t.fail(`revenue falls: ${JSON.stringify(row)}`)
    const age = (Date.parse(TODAY) - Date.parse(row.day!)) / 86_400_000 - 1
    const later = ages.filter(name => Number(name.slice('all_revenue_total_d'.length)) > age)
    if (new Set(later.map(name => row[name])).size > 1)
      t.fail(`revenue of days to come: ${JSON.stringify(row)}`)
  }
  t.ok(
    rows.some(
      ({ channel, campaign, cost }) =>
        channel === 'Organic' && campaign === '' && Number(cost) === 0,
    ),
  )
})
