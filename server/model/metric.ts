/** A number to be watched, as Prometheus knows it. One name may come several times, each with other labels. */
export interface Metric {
  name: string
  help: string
  kind: 'counter' | 'gauge'
  value: number
  labels?: Readonly<Record<string, string>>
}

type Labels = Metric['labels']

/** A number that goes up and down. */
export function gauge(name: string, help: string, value: number, labels?: Labels): Metric {
  return { name, help, kind: 'gauge', value, ...(labels && { labels }) }
}

/** A number that only grows, from the start of the process. */
export function counter(name: string, help: string, value: number, labels?: Labels): Metric {
  return { name, help, kind: 'counter', value, ...(labels && { labels }) }
}
