import { RateMixBars } from '../../parts/charts/rate-mix-bars.tsx'
import { TableHead } from '../../parts/table-head.tsx'
import { type Cause, sumOf } from './causes.ts'
import { courseWords } from './heading.ts'
import type { Measure } from './measures.ts'
import type { Pair } from '../../../core/formulas/sums.ts'
import type { Group } from './use-app.ts'

interface WhyTableProps {
  measure: Measure
  /** `Network` */
  of: string
  total: Pair
  groups: readonly Group[]
  causes: readonly Cause[]
}

const MAX_LISTED = 6

/** The groups that moved the total, by their own ratio or by their share; without a comparison, the groups themselves. */
export function WhyTable({ measure, of, total, groups, causes }: WhyTableProps) {
  const [now, before] = [
    measure.of(total.now),
    total.before === null ? null : measure.of(total.before),
  ]
  if (causes.length === 0 || now === null || before === null)
    return <GroupTable {...{ measure, of, groups }} />
  const isRatio = measure.ratio !== null
  const most = Math.max(
    ...causes.flatMap(({ rate, mix }) => [Math.abs(rate ?? 0), Math.abs(mix ?? 0)]),
  )
  const part = (value: number | null) => (value === null ? '–' : measure.part(value))
  /** A number written as 0.0 has no bar. */
  const drawn = (value: number | null) => (/[1-9]/.test(part(value)) ? value : value && 0)
  const listed = causes.slice(0, causes.length === MAX_LISTED + 1 ? MAX_LISTED + 1 : MAX_LISTED)
  const others = causes.slice(listed.length)
  const words = courseWords(measure, now, before, 'it')
  return (
    <section class="card pad" aria-labelledby="h-why">
      <h2 id="h-why">Why {words.charAt(0).toLowerCase() + words.slice(1)}</h2>
      {isRatio && (
        <p class="m s">
          <span class="sw ch-rate-sw" /> Rate: the {of.toLowerCase()}’s own{' '}
          {measure.label.replace(/^D\d+ /, '')} changed. <span class="sw ch-mix-sw" /> Mix: money
          moved to or from it.
        </p>
      )}
      <table class="l c ex">
        <TableHead
          of={[
            [of],
            [<span class="vh">Chart</span>, 'bars'],
            [isRatio ? 'Rate' : 'Change', 'r'],
            isRatio && ['Mix', 'r'],
            [measure.label.replace(/^D\d+ /, ''), 'r last'],
          ]}
        />
        <tbody>
          {listed.map(cause => (
            <tr key={cause.name}>
              <th scope="row" class="nm">
                <bdi class="clamp">{cause.label}</bdi>
              </th>
              <td>
                <RateMixBars rate={drawn(cause.rate)} mix={drawn(cause.mix)} most={most} />
              </td>
              <td class="r">{part(cause.rate)}</td>
              {isRatio && <td class="r">{part(cause.mix)}</td>}
              <td class="r m nw last">
                {measure.write(cause.before)} → {measure.write(cause.now)}
              </td>
            </tr>
          ))}
          {others.length > 0 && (
            <tr>
              <th scope="row" class="m">
                {others.length} others
              </th>
              <td />
              <td class="r">{part(sumOf(others, 'rate'))}</td>
              {isRatio && <td class="r">{part(sumOf(others, 'mix'))}</td>}
              <td class="last" />
            </tr>
          )}
          <tr class="sum">
            <th scope="row">All</th>
            <td />
            <td class="r">{part(sumOf(causes, 'rate'))}</td>
            {isRatio && <td class="r">{part(sumOf(causes, 'mix'))}</td>}
            <td class="r nw last">
              {measure.write(before)} → {measure.write(now)}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** Groups by spend, without contributions. */
function GroupTable({ measure, of, groups }: Pick<WhyTableProps, 'measure' | 'of' | 'groups'>) {
  const isCompared = groups.some(({ pair }) => pair.before !== null)
  return (
    <section class="card pad" aria-labelledby="h-why">
      <h2 id="h-why">
        {measure.label} of each {of.toLowerCase()}
      </h2>
      <table class="l c ex">
        <TableHead
          of={[[of], isCompared && ['Before', 'r'], [isCompared ? 'Now' : measure.label, 'r']]}
        />
        <tbody>
          {groups.slice(0, MAX_LISTED + 2).map(({ name, label, pair }) => (
            <tr key={name}>
              <th scope="row" class="nm">
                <bdi class="clamp">{label}</bdi>
              </th>
              {isCompared && (
                <td class="r m">
                  {pair.before === null ? '–' : measure.write(measure.of(pair.before))}
                </td>
              )}
              <td class="r">{measure.write(measure.of(pair.now))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > MAX_LISTED + 2 && (
        <p class="m s">{groups.length - MAX_LISTED - 2} more in the charts below.</p>
      )}
    </section>
  )
}
