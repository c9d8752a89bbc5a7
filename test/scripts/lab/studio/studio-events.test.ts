import t from 'tap'
import { demoDelivery } from '../../../support/demo.ts'
import { openDelivery } from '../../../support/open-delivery.ts'

const today = '2026-11-22'
const demo = await openDelivery(await demoDelivery(today))
t.teardown(demo.close)

t.test('events of all kinds are within the dates of the data', async t => {
  const kinds = (await demo.query('SELECT DISTINCT kind FROM events ORDER BY kind')).map(
    ({ kind }) => kind,
  )
  t.strictSame(kinds, ['attribution', 'flight', 'holiday', 'launch', 'other', 'outage', 'price'])
  const none = async (condition: string) =>
    t.equal(
      await demo.number(
        `SELECT count(*) FROM events e JOIN apps a USING (app_id) WHERE ${condition}`,
      ),
      0,
      condition,
    )
  await none(`start_date > DATE '${today}'`)
  await none(`coalesce(end_date, start_date) < DATE '${today}' - 400 OR end_date <= start_date`)
  await none('title IS NULL')
  t.equal(
    await demo.number('SELECT count(*) FROM events'),
    await demo.number('SELECT count(DISTINCT event_id) FROM events'),
  )
})

t.test('the SDK week is an event, and the alert names its days', async t => {
  const [event] = await demo.query(
    `SELECT * FROM events WHERE kind = 'attribution' ORDER BY event_id LIMIT 1`,
  )
  t.match(event, { app_id: 101, platform: 'IOS', start_date: '2026-09-07', end_date: '2026-09-13' })
  const summaries = await demo.query(`
    SELECT summary FROM alerts JOIN runs USING (run_id) WHERE app_id = 101 AND metric = 'attribution' ORDER BY alert_id DESC`)
  t.ok(summaries.length > 0)
  t.match(
    String(summaries[0]!['summary']),
    /^From 2026-09-07 to 2026-09-13, paid installs of IOS: /,
  )
})

t.test('flights and launches are on the days of their campaigns', async t => {
  const rows = await demo.query(`
    SELECT e.kind, e.title, e.start_date, e.end_date, min(c.install_date) AS first, max(c.install_date) AS last
    FROM events e JOIN served l USING (app_id) JOIN cohorts c ON c.run_id = l.run_id AND c.campaign = e.campaign AND c.platform = e.platform
    WHERE spend > 0 AND e.kind IN ('flight', 'launch') GROUP BY ALL`)
  t.ok(rows.length >= 6)
  for (const { kind, title, start_date: start, end_date: end, first, last } of rows) {
    const apart = (one: unknown, other: unknown) =>
      Math.abs(Date.parse(String(one)) - Date.parse(String(other))) / 86_400_000
    t.ok(apart(start, first) <= 14, `${String(title)} starts`)
    if (kind === 'flight') t.ok(apart(end, last) <= 28, `${String(title)} ends`)
  }
})

t.test('failed runs are events', async t => {
  t.equal(
    await demo.number(`SELECT count(*) FROM runs r LEFT JOIN events e ON e.app_id = r.app_id AND e.title = 'Forecasting failed'
      AND e.start_date = r.created_at::TIMESTAMP::DATE WHERE r.kind = 'recommendation' AND r.status = 'failed' AND e.event_id IS NULL`),
    0,
  )
})
