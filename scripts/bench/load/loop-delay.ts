/** Longest event loop delay since the last scrape, ms; NaN if not reported. */
export interface LoopDelay {
  p50: number
  p99: number
  longest: number
}

/** Interval of the metric's own samples, ms, which it includes in each value. */
const RESOLUTION = 10

export async function loopDelay(url: string): Promise<LoopDelay> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const of = (name: string): number => {
    const seconds = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]
    return Math.max(0, Number(seconds ?? NaN) * 1000 - RESOLUTION)
  }
  return { p50: of('p50'), p99: of('p99'), longest: of('max') }
}
