/** Stage of long work, and its progress, 0 to 1. */
export type Progress = (stage: 'read' | 'backtest' | 'history' | 'write', share: number) => void
