/** A point of a line; y is null if it has no value. */
export interface LinePoint {
  x: number
  y: number | null
  /** True if nothing is forecast. */
  actual: boolean
}

export interface LinePaths {
  /** Between points that are both actual. */
  solid: string
  /** All other segments. */
  dashed: string
  /** Dots of actual points. */
  dots: string
  /** Dots of points that are partly forecast; drawn as rings. */
  holes: string
}

/** Builds a line from a fixed number of paths. Isolated points are dots; with `dotted`, all points are. */
export function linePaths(points: readonly LinePoint[], dotted: boolean): LinePaths {
  const paths: LinePaths = { solid: '', dashed: '', dots: '', holes: '' }
  let drawn: 'solid' | 'dashed' | undefined
  points.forEach(({ x, y, actual }, index) => {
    const before = points[index - 1]
    if (y === null) return void (drawn = undefined)
    if (before?.y !== undefined && before.y !== null) {
      const kind = before.actual && actual ? 'solid' : 'dashed'
      paths[kind] += drawn === kind ? `L${x},${y}` : `M${before.x},${before.y}L${x},${y}`
      drawn = kind
    } else drawn = undefined
    const alone = (before?.y ?? null) === null && (points[index + 1]?.y ?? null) === null
    if (!dotted && !alone) return
    paths.dots += `M${x},${y}h0`
    if (!actual) paths.holes += `M${x},${y}h0`
  })
  return paths
}

export function plainPath(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join('')
}
