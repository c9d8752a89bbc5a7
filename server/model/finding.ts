/** A problem in stored data, as `admin verify` prints it. */
export interface Finding {
  file: string
  problem: string
  advice: string
  kind: 'damage' | 'note'
}
