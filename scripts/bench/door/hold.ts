import type { Measurement } from '../support/measurement.ts'
export const hold = async (): Promise<Measurement[]> => []
