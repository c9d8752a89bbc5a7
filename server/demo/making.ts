import { liveLine, stageProgress } from '../core/runtime/progress.ts'

/** Shows the progress of building on a terminal; a log has other lines. */
export async function making(
  make: (progress: (share: number) => void) => Promise<void>,
): Promise<void> {
  const line = liveLine()
  if (line === undefined) return await make(() => undefined)
  const { progress, end } = stageProgress(
    { make: 'Making the demo' },
    { line: { ...line, keep: line.clear } },
  )
  await make(share => progress('make', share)).finally(end)
}
