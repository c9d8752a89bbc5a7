/** How far a live bid may lie off the recommended one before somebody is told, as a share of that. */
export const bidTolerance = 0.05

/** Confidence below which no bid is moved. */
export const leastConfidence = 0.3
