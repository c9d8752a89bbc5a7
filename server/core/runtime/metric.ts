/** A Prometheus metric; a name may occur several times with different labels. */
export interface Metric {
  name: string
  help: string
  kind: 'counter' | 'gauge'
  value: number
  labels?: Readonly<Record<string, string>>
}

type Labels = Metric['labels']

export function gauge(name: string, help: string, value: number, labels?: Labels): Metric {
  return { name, help, kind: 'gauge', value, ...(labels && { labels }) }
}

export function counter(name: string, help: string, value: number, labels?: Labels): Metric {
  return { name, help, kind: 'counter', value, ...(labels && { labels }) }
}
