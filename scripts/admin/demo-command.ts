import { Command } from 'commander'
import { utcDate } from '../../server/core/model/dates.ts'
import { adminCommand } from '../../server/core/runtime/commands.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { printError } from '../../server/core/runtime/print.ts'
import { writeAdjustExport } from '../lab/studio/adjust-export.ts'
import { liveLine, stageProgress } from '../../server/core/runtime/progress.ts'
import { writeDemoDelivery } from '../lab/studio/write-demo-delivery.ts'
import { calendarDate, type ResolvePath } from './option-values.ts'

export function demoCommand(_config: Config, resolvePath: ResolvePath): Command {
  return new Command('demo')
    .description('write the demo delivery')
    .argument('<dir>', 'folder to write to; created if missing', resolvePath)
    .option('--adjust', "write the demo studio's Adjust export instead, to forecast from")
    .option(
      '--today <date>',
      'the date of the demo, YYYY-MM-DD; today (UTC) by default',
      calendarDate,
    )
    .action(
      async (
        dir: string,
        { adjust, today = utcDate(new Date()) }: { adjust?: true; today?: string },
      ) => {
        if (adjust) return printError(`Wrote ${await writeAdjustExport(dir, { today })}.`)
        await making(progress => writeDemoDelivery(dir, { today, progress }))
        printError(
          `Wrote the demo delivery to ${dir}: load it with ${adminCommand(`import ${dir}`)}.`,
        )
      },
    )
}

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
