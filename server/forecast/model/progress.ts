/** What long work is at, and how much of that is done, 0 to 1. */
export type Progress = (stage: 'read' | 'backtest' | 'history' | 'write', share: number) => void
