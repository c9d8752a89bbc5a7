/** A point of a line; null where there is no value. */
export interface LinePoint {
  x: number
  y: number | null
  /** Whether all of it is measured, and nothing forecast. */
  actual: boolean
}

export interface LinePaths {
  /** Between points that are both actual. */
  solid: string
  /** Every other part of the line. */
  dashed: string
  /** A dot per point. */
  dots: string
  /** A dot per point that is not all actual: what makes it a ring. */
  holes: string
}

/** A line as few paths, whatever the number of its points. A point without neighbours is a dot; others have one where `dotted`. */
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

/** One plain line through all points that have a value. */
export function plainPath(points: readonly { x: number; y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join('')
}
