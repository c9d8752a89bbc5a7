import { readFile } from 'node:fs/promises'
import t from 'tap'
import { parse } from 'yaml'
import { operations } from '../../../../generated/operations.ts'
import { PROBLEMS } from '../../../../server/core/checks/problem.ts'
import { clickhouseLake } from '../../../support/clickhouse.ts'
import { type Selected, selectedBy } from './promql.ts'
import { busyService, scrape } from './traffic.ts'
import { repository } from '../../../support/repository.ts'

function at(name: string): string {
  return `${repository}scripts/monitoring/${name}`
}

interface Panel {
  type: string
  title: string
  targets?: { expr: string; legendFormat: string }[]
  gridPos: { x: number; y: number; w: number; h: number }
}

interface Dashboard {
  panels: Panel[]
  templating: { list: { name: string; query: string }[] }
}

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: Record<string, string>
}

async function dashboard(): Promise<Dashboard> {
  return JSON.parse(await readFile(at('grafana.json'), 'utf8')) as Dashboard
}

async function rules(): Promise<Rule[]> {
  const { groups } = parse(await readFile(at('alerts.yaml'), 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
  return groups.flatMap(({ rules }) => rules)
}

/** Prometheus gives these to whatever it reads. */
const OF_PROMETHEUS = ['job', 'instance']
const TARGETS = ['up', new Set(OF_PROMETHEUS)] as const

/** The labels of every metric that a service of all engines' kinds of metrics exposes. */
async function exposed(
  t: Parameters<typeof clickhouseLake>[0],
): Promise<Map<string, Set<string>> | undefined> {
  const lake = await clickhouseLake(t, 'file')
  if (lake === undefined) return undefined
  const known = new Map<string, Set<string>>([TARGETS])
  for (const series of (await scrape(await busyService(t, lake.environment))).keys()) {
    const { metric, labels } = selectedBy(series)[0]!
    known.set(metric, new Set([...(known.get(metric) ?? []), ...labels, ...OF_PROMETHEUS]))
  }
  return known
}

t.test('the dashboard and rules use metrics that a running service exposes', async t => {
  const known = await exposed(t)
  if (known === undefined) return
  t.ok(known.size > 40)
  const codes = new Set(['none', ...Object.keys(PROBLEMS)])
  const ids = new Set<string>(operations.map(({ operationId }) => operationId))
  const hold = (selected: Selected[], where: string): void => {
    t.ok(selected.length > 0, `${where} reads something`)
    for (const { metric, labels, values } of selected) {
      const has = known.get(metric)
      t.ok(has, `${where}: ${metric}`)
      for (const label of labels) t.ok(has?.has(label), `${where}: ${label} of ${metric}`)
      for (const { label, value } of values) {
        if (label === 'code') t.ok(codes.has(value), `${where}: code ${value}`)
        if (label === 'operation') t.ok(ids.has(value), `${where}: operation ${value}`)
      }
    }
  }
  const holdLabels = (names: string[], selected: Selected[], where: string): void => {
    const selectedLabels = new Set(selected.flatMap(({ labels }) => labels))
    const plain = new Set(selected.flatMap(({ metric }) => [...(known.get(metric) ?? [])]))
    for (const name of names)
      t.ok(selectedLabels.has(name) || plain.has(name), `${where} tells ${name}`)
  }

  const { panels, templating } = await dashboard()
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      const selected = selectedBy(expr)
      hold(selected, title)
      holdLabels(
        [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!),
        selected,
        title,
      )
    }
  }
  for (const { name, query } of templating.list.filter(({ query }) =>
    query.startsWith('label_values'),
  )) {
    const [, selector, label] = /^label_values\((.*), (\w+)\)$/.exec(query)!
    const selected = selectedBy(selector!)
    hold(selected, `variable ${name}`)
    holdLabels([label!], selected, name)
  }
  for (const { alert, expr, annotations } of await rules()) {
    const selected = selectedBy(expr)
    hold(selected, alert)
    const names = Object.values(annotations).flatMap(text =>
      [...text.matchAll(/\$labels\.(\w+)/g)].map(([, name]) => name!),
    )
    holdLabels(names, selected, alert)
    for (const [name] of Object.values(annotations)
      .join()
      .matchAll(/\b(uascope|nodejs|process)_\w+/g))
      t.ok(known.has(name), `${alert}: ${name}`)
  }
})

t.test('the dashboard shows every metric, and its panels do not overlap', async t => {
  const { panels } = await dashboard()
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  t.strictSame(rows, [
    'Traffic',
    'Latency',
    'Refusals',
    'Data and imports',
    'Queue',
    'Spool',
    'Process',
    'Lake',
  ])
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  t.equal(new Set(cells).size, cells.length)
})

t.test('each rule has its meaning and remedy, and Prometheus the job that it reads', async t => {
  for (const { alert, for: lasting, labels, annotations } of await rules()) {
    t.match(lasting, /^\d+[mh]$/, alert)
    t.match(labels.severity, /^(warning|critical)$/)
    t.ok(annotations['summary']!.length > 20)
    t.ok(annotations['description']!.length > 100)
  }
  t.match(await readFile(at('README.md'), 'utf8'), '- job_name: uascope\n')
})

t.test('expressions are parsed', async t => {
  const expression =
    'sum by (a, b) (rate(x_total{c=~"p|q",d!="by (z) y"}[5m])) / max(y) or topk(3, z_bucket) > 0.5'
  t.strictSame(
    selectedBy(expression).map(({ metric, labels }) => [metric, ...labels]),
    [['x_total', 'a', 'b', 'c', 'd'], ['y'], ['z_bucket']],
  )
  t.throws(() => selectedBy('a / on (b) c'))
  t.throws(() => selectedBy('sum(a) by (b)'))
})
