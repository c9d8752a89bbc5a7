/** Least squares; null without two different x. */
export function line(points: readonly { x: number; y: number }[]): { intercept: number; slope: number } | null {
  const count = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (!(spread > 0)) return null
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  return { intercept: meanY - slope * meanX, slope }
}
