import type { DrawnApp } from './arbitrary-app.ts'
import type { Draw } from './draw.ts'
import { addDays, daysBetween } from './periods.ts'
import type { IsoDate, RunRow } from './delivery.ts'

/**
 * Up to five, of a watched app up to nine recommendation runs and three alert runs of an app, oldest first within a kind. Some share created_at or
 * max_install_date, some failed; a newer run may have seen less. For a watched app, later runs have seen what earlier ones forecast.
 */
export function arbitraryRuns(
  draw: Draw,
  app: DrawnApp,
  today: IsoDate,
  firstId: number,
): RunRow[] {
  const runs: RunRow[] = []
  const last = daysBetween(app.newest, today)
  const createdAt = (age: number) =>
    `${addDays(today, -age)}T0${age === 0 ? 0 : draw.int(0, 9)}:00:00.${draw.pick(['000', '001', '250'])}Z`
  const count = draw.chance(8) ? 0 : app.watched ? draw.int(5, 9) : draw.int(1, 5)
  const apart = app.watched ? 16 : draw.pick([3, 3, 9, 40])
  const gaps = Array.from({ length: count }, (_, index) =>
    index === 0 || draw.chance(15) ? 0 : draw.int(1, apart),
  )
  let age = gaps.reduce((sum, gap) => sum + gap, last)
  let created = createdAt(age)
  for (let index = 0; index < count; index++) {
    age -= gaps[index]!
    const next = createdAt(age)
    if (gaps[index] !== 0 && next > created) created = next
    runs.push({
      run_id: firstId + runs.length,
      app_id: app.row.app_id,
      kind: 'recommendation',
      status: draw.chance(75) ? 'succeeded' : 'failed',
      created_at: created,
      max_install_date: addDays(today, -(age + draw.int(0, 2))),
      ...standingOf(draw, app),
    })
  }
  for (let left = count === 0 && draw.chance(60) ? 0 : draw.int(0, 3); left > 0; left--) {
    runs.push({
      run_id: firstId + runs.length,
      app_id: app.row.app_id,
      kind: 'alert',
      status: draw.chance(80) ? 'succeeded' : 'failed',
      created_at: createdAt(draw.pick([0, 1, 1, 2, 5, 9]) + last),
      max_install_date: null,
    })
  }
  return runs
}

/** Some runs withhold a DSI, and some have not tested others, the target DSI more often. */
function standingOf(
  draw: Draw,
  { row }: DrawnApp,
): Pick<RunRow, 'withheld_dsis' | 'untested_dsis'> {
  const dsis = row.dsi_values.split(',')
  const withheld = draw.chance(8) ? draw.pick(dsis) : null
  const untested = draw.chance(22)
    ? dsis.filter(dsi => dsi !== withheld && (draw.chance(30) || Number(dsi) === row.target_dsi))
    : []
  return {
    ...(withheld !== null && {
      withheld_dsis: `${withheld}:${draw.pick(['history', 'backtest'])}`,
    }),
    ...(untested.length > 0 && { untested_dsis: untested.join(',') }),
  }
}
