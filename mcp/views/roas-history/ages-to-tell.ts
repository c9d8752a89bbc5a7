/** At most this many ages are told in words. */
const MOST = 4

/** Some of what is known by age, evenly chosen, the first and the last among them. */
export function agesToTell<AtAge>(all: readonly AtAge[]): readonly AtAge[] {
  if (all.length <= MOST) return all
  return Array.from({ length: MOST }, (_, index) => all[Math.round((index * (all.length - 1)) / (MOST - 1))]!)
}
