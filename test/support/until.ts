/** Resolves once something holds, which is looked at every few milliseconds; rejects where it does not within two minutes. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + 120_000
  while (!(await holds())) {
    if (performance.now() > late) throw new Error(`It never came to this: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
