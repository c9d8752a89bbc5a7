import type { DateRange, TooEarly } from '../model/date-range.ts'
import type { InstallGrouping, ReportGrouping } from '../model/dates.ts'
import { defaultGrouping } from '../model/default-grouping.ts'
import type { Fault } from '../checks/faults.ts'
import { nearestName } from '../checks/nearest-name.ts'
import { invalidParameters } from '../checks/problem.ts'
import { quote } from '../checks/text.ts'
import type { App } from '../model/catalog.ts'

/** Collects what is wrong with a request in the light of its app, so that all of it is reported at once. */
export class AppFaults {
  readonly #faults: Fault[] = []

  /** The grouping to use: that asked for, unless the app refuses it. `others` are those that every app takes. */
  grouping<Grouping extends ReportGrouping>(
    app: App,
    asked: Grouping | undefined,
    others: readonly Grouping[] = ['weekly', 'monthly'] as readonly InstallGrouping[] as readonly Grouping[],
  ): Grouping | InstallGrouping {
    if (app.weekly_aggregation && asked === 'daily') {
      this.#faults.push({
        parameter: 'installGrouping',
        message: 'daily is not available: this app requires weekly prediction aggregation',
        allowed: [...others],
      })
    }
    return asked ?? defaultGrouping(app.weekly_aggregation)
  }

  /** Reports the DSIs that the app does not have. */
  dsiValues(app: App, parameter: string, asked: readonly number[]): void {
    const missing = asked.filter(dsi => !app.dsi_values.includes(dsi))
    if (missing.length === 0) return
    const allowed = app.dsi_values.map(String)
    this.#faults.push({ parameter, message: `this app has no DSI ${missing.join(', ')}; it has ${allowed.join(', ')}`, allowed })
  }

  /** Reports a column to sort by that the answer does not have. Of `numbered` columns the first and the last are told. */
  sort(columns: readonly string[], asked: { column: string } | undefined, numbered: readonly string[] = []): void {
    if (!asked || columns.includes(asked.column) || numbered.includes(asked.column)) return
    const ends = [...new Set([...numbered.slice(0, 1), ...numbered.slice(-1)])]
    const nearest = nearestName(asked.column, columns)
    const hint = nearest === undefined ? `it has ${[...columns, ends.join(' to ')].filter(Boolean).join(', ')}` : `did you mean ${nearest}?`
    this.#faults.push({
      parameter: 'sort',
      message: `${quote(asked.column)} is no column of this answer; ${hint}`,
      allowed: [...columns, ...ends],
    })
  }

  /** The range, unless its start is earlier than supported. */
  range(resolved: DateRange | TooEarly): DateRange {
    if (!('earliest' in resolved)) return resolved
    this.#faults.push({ parameter: 'startDate', message: `must not be before ${resolved.earliest}, the earliest date supported` })
    return { start: resolved.earliest, end: resolved.earliest }
  }

  /** Reports a day to compare with that is after `day`, that of the run that is compared. */
  since(asked: string | undefined, day: string | undefined): void {
    if (asked === undefined || day === undefined || asked <= day) return
    this.#faults.push({ parameter: 'since', message: `must not be after ${day}, the day of the run that is returned` })
  }

  /** @throws `invalid_parameter` with everything that was found, if anything was. */
  throwAny(): void {
    if (this.#faults.length > 0) throw invalidParameters(this.#faults)
  }
}
