import { Command, InvalidArgumentError } from 'commander'
import { utcDate } from '../../server/analytics/dates.ts'
import type { Config } from '../../server/config.ts'
import { writeDemoDelivery } from '../demo/write-demo-delivery.ts'

const date = (text: string): string => {
  const parsed = new Date(`${text}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(parsed.getTime()) || utcDate(parsed) !== text) {
    throw new InvalidArgumentError('must be a real date, YYYY-MM-DD')
  }
  return text
}

/** `admin demo DIR`: writes the demo delivery, the same for the same day. */
export const demoCommand = (_config: Config): Command => new Command('demo')
  .description('write the demo delivery')
  .argument('<dir>', 'folder to write to; made if it does not exist')
  .option('--today <date>', 'the day it is made for, YYYY-MM-DD; today (UTC) by default', date)
  .action(async (dir: string, { today }: { today?: string }) => {
    await writeDemoDelivery(dir, { today: today ?? utcDate(new Date()) })
    console.error(`Wrote the demo delivery to ${dir}: load it with \`npm run -s admin -- import ${dir}\`.`)
  })
