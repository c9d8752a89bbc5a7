import { utcDate } from '../../server/core/model/dates.ts'
import { adminCommand } from '../../server/core/runtime/commands.ts'
import { liveLine, stageProgress } from '../../server/core/runtime/progress.ts'
import { writeAdjustExport } from '../lab/studio/adjust-export.ts'
import { writeDemoDelivery } from '../lab/studio/write-demo-delivery.ts'
import { argument, command, flag, option } from './command.ts'
import { calendarDate, path } from './option-values.ts'

export const demo = command({
  name: 'demo',
  description: 'write the demo delivery',
  parameters: {
    dir: argument('folder to write to; created if missing', path),
    adjust: flag("write the demo studio's Adjust export instead, to forecast from"),
    today: option(
      '<date>',
      'the date of the demo, YYYY-MM-DD; today (UTC) by default',
      calendarDate,
    ),
  },
  async run({ dir, adjust, today = utcDate(new Date()) }) {
    if (adjust) return { messages: [`Wrote ${await writeAdjustExport(dir, { today })}.`] }
    await making(progress => writeDemoDelivery(dir, { today, progress }))
    return {
      messages: [
        `Wrote the demo delivery to ${dir}: load it with ${adminCommand(`import ${dir}`)}.`,
      ],
    }
  },
})

/** Shows the progress of building on a terminal; a log has other lines. */
async function making(make: (progress: (share: number) => void) => Promise<void>): Promise<void> {
  const line = liveLine()
  if (line === undefined) return await make(() => undefined)
  const { progress, end } = stageProgress(
    { make: 'Making the demo' },
    { line: { ...line, keep: line.clear } },
  )
  await make(share => progress('make', share)).finally(end)
}
