import { liveLine, stageProgress } from '../runtime/progress.ts'

/** Tells on a terminal how far the making is; a log has enough of lines. */
export async function making(make: (progress: (share: number) => void) => Promise<void>): Promise<void> {
  const line = liveLine()
  if (line === undefined) return await make(() => undefined)
  const { progress, end } = stageProgress({ make: 'Making the demo' }, { line: { ...line, keep: line.clear } })
  await make(share => progress('make', share)).finally(end)
}
