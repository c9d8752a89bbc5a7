import { HIGH_SHARE, LOW_SHARE } from '../../core/formulas/interval.ts'
import { dot, weightsOf, logSum, normalized, plus, type Vector } from './vectors.ts'

/** Distance of neighboring responses on the grid. */
const STEP = 0.01
/** The grid of responses. Above 1, each install costs less with more spend: rare, and read as 1. */
export const GRID: Vector = Float64Array.from({ length: 151 }, (_, k) => k * STEP)

/** A response with its 80 % interval, from 0 to 1. */
export interface Summary {
  mean: number
  low: number
  high: number
}

/**
 * A probability density of a response, or a likelihood, up to a factor. It holds logarithms: likelihoods of thirty campaigns
 * multiply to less than the smallest number.
 */
export class Density {
  readonly logs: Vector

  constructor(logs: Vector) {
    this.logs = logs
  }

  static of(logAt: (response: number) => number): Density {
    return new Density(GRID.map(logAt))
  }

  static normal(mean: number, deviation: number): Density {
    return Density.of(response => -(((response - mean) / deviation) ** 2) / 2)
  }

  /** The density of a mixture; a component counts by its total. */
  static sum(components: readonly Density[]): Density {
    return new Density(GRID.map((_, k) => logSum(components.map(({ logs }) => logs[k]!))))
  }

  times(...others: readonly Density[]): Density {
    return others.reduce(
      (product, { logs }) => new Density(plus(product.logs, logs)),
      this as Density,
    )
  }

  over({ logs }: Density): Density {
    return new Density(plus(this.logs, logs, -1))
  }

  /** The probability of each response of the grid. */
  probabilities(): Vector {
    return normalized(this.logs)
  }

  /**
   * The mean, and the 10th and 90th percentile. The low end is that of the density cut at 1, so that the interval has a width even if almost all of the
   * density is above 1.
   */
  summary(): Summary {
    const all = this.probabilities()
    const below = new Density(this.logs.map((log, k) => (GRID[k]! <= 1 ? log : -Infinity)))
    const [low, high] = [
      gridQuantile(below.probabilities(), LOW_SHARE),
      gridQuantile(all, HIGH_SHARE),
    ]
    return { mean: Math.min(high, Math.max(low, dot(all, GRID))), low, high }
  }
}

/** Spreads the probability of each response of the grid evenly around it. Within 0 to 1. */
function gridQuantile(probabilities: Vector, share: number): number {
  let missing = share
  for (const [k, probability] of probabilities.entries()) {
    if (missing <= probability)
      return Math.min(1, Math.max(0, (k + missing / probability - 0.5) * STEP))
    missing -= probability
  }
  return 1
}

/** Normal scatter of responses around a parent's: those of campaigns around their network's, or of networks around the app's. */
export class Scatter {
  /** By the parent's response, then by the child's: its probability. */
  readonly #children: readonly Vector[]
  readonly #parents: readonly Vector[]

  constructor(deviation: number) {
    this.#children = Array.from(GRID, mean => Density.normal(mean, deviation).probabilities())
    this.#parents = Array.from(GRID, (_, k) => Float64Array.from(this.#children, row => row[k]!))
  }

  /** The likelihood of a parent's response, from that of a child's. */
  upward(child: Density): Density {
    return integrated(this.#children, child)
  }

  /** The density of a child's response, from that of the parent's. */
  downward(parent: Density): Density {
    return integrated(this.#parents, parent)
  }
}

function integrated(rows: readonly Vector[], { logs }: Density): Density {
  const top = Math.max(...logs)
  const weights = weightsOf(logs)
  return new Density(
    Float64Array.from(rows, row => top + Math.log(Math.max(dot(row, weights), Number.MIN_VALUE))),
  )
}
