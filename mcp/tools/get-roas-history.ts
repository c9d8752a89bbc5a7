import type { ForecastAccuracy } from '../../client/src/index.ts'
import { type FileCell, type FileRows, readFileRows, rounded, rowsOutcome } from './rows.ts'
import { defineRowsTool } from './tool.ts'
import { type App, fileContextOf, eventFilters, eventsBetween } from './context.ts'

const AGE = /^roas_age_(\d+)$/

/** If accuracy has more ages than these, the nearest are returned. */
const AGES = [0, 1, 2, 3, 5, 7, 10, 14, 21, 28, 35, 45, 60, 75, 90, 120, 150, 180, 270, 364]

/** Minimum cohorts of an age: the error of fewer says little. */
const MIN_COHORTS = 5

/** Each cohort's ROAS estimates as it aged. */
export const getRoasHistory = defineRowsTool('svc_get_roas_history', {
  ask: ({ client, parameters }) => readFileRows(client.getRoasHistory(parameters)),
  askExtra: async ({ client, parameters }) => {
    const {
      format: _format,
      csvSafe: _csvSafe,
      csvBom: _csvBom,
      limit: _limit,
      offset: _offset,
      sort: _sort,
      ...others
    } = parameters
    const [accuracy, events] = await Promise.all([
      client.getForecastAccuracy(others),
      client.listEvents(eventFilters(parameters)),
    ])
    return { accuracy, events }
  },
  async outcome(file, app, { accuracy, events }, { values }, more) {
    const listed = await eventsBetween(events, file)
    const { granularity, installGrouping, offset, sort, dsi = app.targetDsi } = values
    const head = {
      ...more,
      context: {
        ...fileContextOf(app, file, values),
        events: listed.events,
        installGrouping,
        fullFromAge: Number(file.headers.get('full-from-age')),
        actualFromAge: Number(file.headers.get('actual-from-age')),
        accuracy: selectAges(accuracy.filter(({ cohorts }) => cohorts >= MIN_COHORTS)).map(
          ({ age, cohorts, bias, wape, p50, p90 }) => ({
            age,
            cohorts,
            bias: rounded(bias),
            wape: rounded(wape),
            p50: rounded(p50),
            p90: rounded(p90),
          }),
        ),
      },
    }
    const identity = file.columns.filter(column => !AGE.test(column))
    const words = ['roas_type', 'revenue_type'].map(column => identity.indexOf(column))
    const columns = [...identity, 'roas_by_age']
    const cohort = identity.indexOf('install_cohort')
    return rowsOutcome(head, columns, withAges(file, words), {
      total: file.totalRows,
      offset,
      notes: [
        ...(file.totalRows === 0 ? [nothing(app, file, { ...values, dsi })] : []),
        ...listed.notes,
      ],
      // Another sort order takes precedence.
      ...(sort === undefined
        ? {
            keepGreatest: (row: readonly unknown[]) => String(row[cohort]),
            cutAdvice: {
              size: 'The newest cohorts are kept. For older ones, set an earlier endDate.',
              limit: `The ${granularity === 'app' ? 'oldest cohorts' : 'campaigns with the highest daily_spend'} come first. Next rows are at nextOffset; sort "-install_cohort" lists the newest cohorts first.`,
            },
          }
        : {}),
    })
  },
})

function nothing(
  { historyDsiValues, dataFrom, dataThrough }: App,
  { startDate, endDate }: FileRows,
  { dsi, granularity }: { dsi: number; granularity: string },
): string {
  if (dataFrom === null) return 'The app has no data yet.'
  if (historyDsiValues.length === 0) return 'No run has captured ROAS history yet.'
  if (!historyDsiValues.includes(dsi))
    return `No run has captured ROAS history at d${dsi}; available: d${historyDsiValues.join(', d')}.`
  const cohort = granularity === 'app' ? 'No cohort' : 'No cohort of a campaign of the latest run'
  return `${cohort} matches from ${startDate} to ${endDate}; the app has install dates from ${dataFrom} to ${dataThrough}.`
}

function selectAges(accuracy: readonly ForecastAccuracy[]): readonly ForecastAccuracy[] {
  if (accuracy.length <= AGES.length) return accuracy
  const nearest = (age: number) =>
    accuracy.reduce((a, b) => (Math.abs(b.age - age) < Math.abs(a.age - age) ? b : a))
  return [...new Set(AGES.map(nearest))]
}

/** Collects the age columns, which come last, into one object without nulls. Spells cells at `words` like arguments. */
function* withAges(
  { columns, rows }: FileRows,
  words: readonly number[],
): Iterable<(FileCell | Record<string, number>)[]> {
  const first = columns.findIndex(column => AGE.test(column))
  const end = first === -1 ? columns.length : first
  const ages = columns.slice(end).map(column => AGE.exec(column)![1]!)
  for (const row of rows) {
    const known = ages.flatMap((age, index) => {
      const roas = row[end + index]
      return typeof roas === 'number' ? [[age, roas] as const] : []
    })
    const identity = row
      .slice(0, end)
      .map((cell, index) => (words.includes(index) ? String(cell).toUpperCase() : cell))
    yield [...identity, Object.fromEntries(known)]
  }
}
