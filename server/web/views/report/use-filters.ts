import { useMemo, useRef, useState } from 'preact/hooks'
import {
  type Chosen,
  type Dimension,
  type FilterMenu,
  filterRows,
  type Filtering,
} from '../../parts/filters.tsx'
import type { Answer } from '../../parts/read-result.ts'
import { countryName, platformName } from '../../parts/words.ts'
import { IDENTITY } from '../../parts/use-targets.ts'
import type { Row } from './groups.ts'
import { forChart, type Question } from './report-question.ts'

/** Argument of each dimension. */
const ARGUMENTS = {
  platform: 'platforms',
  network: 'networks',
  campaign: 'campaigns',
  country: 'countries',
} as const

const LABELS = {
  platform: 'Platform',
  network: 'Network',
  campaign: 'Campaign',
  country: 'Country',
} as const

type Name = keyof typeof ARGUMENTS

interface ReportFilters extends Filtering<Row> {
  menus: readonly FilterMenu[]
  /** Whether totals match the rows shown; false while a request is pending, or without tool calls. */
  areTotalsVisible: boolean
}

/**
 * Filters are part of the question: totals, panels and exports follow, and a new grouping keeps them. Without tool calls, only the loaded
 * rows are filtered.
 */
export function useReportFilters(
  answer: Answer<'svc_get_report'>,
  rows: readonly Row[],
  question: Question,
  ask: ((question: Question) => void) | null,
): ReportFilters {
  const [local, setLocal] = useState<Chosen>({})
  const offered = useRef(new Map<Name, Set<string>>())
  const chosen = ask === null ? local : chosenOf(question)
  const dimensions = useMemo(
    () =>
      IDENTITY.filter(name => answer.columns.includes(name)).map((name): Dimension<Row> => ({
        name,
        label: LABELS[name],
        value: row => String(row[name] ?? ''),
      })),
    [answer],
  )
  const menus = useMemo(
    () => menusOf(rows, dimensions, chosenOf(question), offered.current),
    [rows, dimensions, question],
  )
  const visible = useMemo(
    () => filterRows(rows, dimensions, chosen),
    [rows, dimensions, JSON.stringify(chosen)],
  )
  function choose(change: Chosen): void {
    if (ask === null) return setLocal(before => ({ ...before, ...change }))
    const next: Record<string, unknown> = { ...question }
    for (const [name, values] of Object.entries(change)) {
      if (values.length === 0) delete next[ARGUMENTS[name as Name]]
      else next[ARGUMENTS[name as Name]] = values
      if (name === 'country' && values.length > 0) next['granularity'] = 'campaign_geo'
    }
    ask(forChart(next))
  }
  return {
    rows: visible,
    chosen,
    choose: (name, values) => choose({ [name]: values }),
    clear: () => choose(Object.fromEntries(Object.keys(ARGUMENTS).map(name => [name, []]))),
    menus,
    areTotalsVisible:
      ask === null
        ? Object.values(local).every(values => values.length === 0)
        : isSame(chosen, answer),
  }
}

function chosenOf(question: Question): Chosen {
  return Object.fromEntries(
    Object.entries(ARGUMENTS).flatMap(([name, argument]) =>
      question[argument] ? [[name, question[argument]]] : [],
    ),
  )
}

/** Whether a result has the selected filters. Names are not compared: the service may have corrected one. */
function isSame(chosen: Chosen, { context }: Answer<'svc_get_report'>): boolean {
  const filters = context.filters as Record<string, readonly string[]>
  return Object.entries(ARGUMENTS).every(([name, argument]) => {
    const [wanted, actual] = [chosen[name] ?? [], filters[argument] ?? []]
    return wanted.length === actual.length
  })
}

/** Values in any result of the view, since a filtered result has only the selected ones. */
function menusOf(
  rows: readonly Row[],
  dimensions: readonly Dimension<Row>[],
  chosen: Chosen,
  offered: Map<Name, Set<string>>,
): readonly FilterMenu[] {
  for (const { name, value } of dimensions) {
    const values = offered.get(name as Name) ?? new Set()
    for (const row of rows) values.add(value(row))
    offered.set(name as Name, values)
  }
  return (Object.keys(ARGUMENTS) as Name[]).flatMap((name): FilterMenu[] => {
    const isDimension = dimensions.some(dimension => dimension.name === name)
    if (!isDimension && (chosen[name] ?? []).length === 0) return []
    const values = [...new Set([...(offered.get(name) ?? []), ...(chosen[name] ?? [])])].sort(
      (a, b) => a.localeCompare(b),
    )
    const words = name === 'platform' ? platformName : name === 'country' ? countryName : undefined
    return [
      {
        name,
        label: LABELS[name],
        ...(words === undefined ? {} : { words }),
        values: values.map(value => [value, null] as const),
      },
    ]
  })
}
