/** A problem in stored data, as `admin verify` prints it. */
export interface Finding {
  file: string
  problem: string
  advice: string
  kind: 'damage' | 'note'
}

export function damage(file: string, problem: string, advice: string): Finding {
  return { kind: 'damage', file, problem, advice }
}

export function note(file: string, problem: string, advice: string): Finding {
  return { kind: 'note', file, problem, advice }
}
