import { type ComponentChildren, Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import { memo } from '../memo.tsx'
import type { Format } from '../use-format.ts'
import { marginsOf } from './line-chart.tsx'
import { type PanelChoice, PanelGrid, type PanelHead } from './panel-grid.tsx'
import { keyOf, TrendKey } from './trend-key.tsx'
import { withScales } from './trend-scales.ts'
import { isCut, type TrendData } from './trend-shape.ts'
import { TrendTable } from './trend-table.tsx'
import { chartLines, Trend } from './trend.tsx'

/** A group's lines, which other panels have too, over the same periods. */
export interface TrendPanel extends PanelHead, TrendData {}

interface TrendGridProps extends PanelChoice {
  /** `D30 ROAS` */
  label: string
  /** Kind of the groups: `Network`. */
  of: string
  panels: readonly TrendPanel[]
  /** Amounts of large groups would flatten those of small ones; ratios are comparable. */
  isAmount: boolean
  write: (value: number) => string
  writeTick: (value: number) => string
  unit?: string | undefined
  targetWords?: string
  selected?: readonly [number, number] | null
  /** Stable: charts are drawn again only if their own data change. */
  onBrush?: (first: number, last: number) => void
  format: Format
  /** Between key and panels. */
  children?: ComponentChildren
}

const PanelTrend = memo(Trend)
const Values = memo(TrendTable)

/** Small charts of groups with one key, comparable scales, a common cursor and a table of all values. */
export function TrendGrid({
  label,
  of,
  panels,
  isAmount,
  targetWords,
  children,
  chosen,
  linkOf,
  isStill,
  format,
  ...trend
}: TrendGridProps) {
  const { write, writeTick, unit } = trend
  const { drawn, empty, isAnyOwn, key, margins } = useMemo(() => {
    const isEmpty = ({ lines }: TrendPanel) =>
      lines.every(({ points }) =>
        points.every(({ value }) => value === null || (isAmount && value === 0)),
      )
    const known = panels.filter(panel => !isEmpty(panel))
    const scaled = withScales(known, isAmount)
    const isAnyOwn = !isAmount && scaled.some(({ isOwn }) => isOwn)
    const drawn = scaled.map(({ isOwn, ...panel }) => {
      const aside = (
        <>
          {isAnyOwn && isOwn && '↕ '}
          {panel.aside}
        </>
      )
      return { ...panel, aside }
    })
    const isAnyCut = drawn.some(({ lines, scale }) =>
      lines.some(({ points }) => points.some(({ value }) => isCut(value, scale))),
    )
    const spaces = drawn.map(({ lines, target, scale }) =>
      marginsOf({
        lines: chartLines(lines, write),
        target,
        scale,
        writeTick,
        unit,
      }),
    )
    return {
      drawn,
      empty: panels.filter(isEmpty),
      isAnyOwn,
      key: [...keyOf(drawn, targetWords), isAnyCut && ('cut' as const)],
      // Equal in all panels, so that a date is at the same position in each.
      margins: {
        left: Math.max(...spaces.map(({ left }) => left)),
        right: Math.max(...spaces.map(({ right }) => right)),
      },
    }
  }, [panels, isAmount, write, writeTick, targetWords])
  return (
    <>
      <TrendKey entries={key} />
      <p class="m s">
        {isAmount && drawn.length > 1 && 'Each panel has its own scale, from 0.'}
        {isAnyOwn && '↕: own scale.'}
      </p>
      {children}
      <PanelGrid panels={drawn} {...{ chosen, linkOf, isStill, format }}>
        {({ label: group, lines, target, marks, scale }) => (
          <PanelTrend
            {...trend}
            {...{ lines, target, marks, scale, margins }}
            label={group === '' ? label : `${label} of ${group}`}
            focusable={linkOf === undefined}
            height={drawn.length === 1 ? 240 : 136}
          />
        )}
      </PanelGrid>
      {empty.length > 0 && (
        <details>
          <summary>
            {format.count(empty.length)} without {label}
          </summary>
          <p class="m s">
            {empty.map(({ name, label }, index) => (
              <Fragment key={name}>
                {index > 0 && ', '}
                <a class={linkOf && 'lnk'} {...linkOf?.(name)}>
                  <bdi>{label}</bdi>
                </a>
              </Fragment>
            ))}
          </p>
        </details>
      )}
      <Values of={of} rows={panels} write={write} />
    </>
  )
}
