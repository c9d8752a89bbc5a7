/** Progress from 0 to 1. */
export type Progress = (stage: 'read' | 'backtest' | 'history' | 'write', share: number) => void
