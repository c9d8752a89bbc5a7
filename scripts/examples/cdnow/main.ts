import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isCalendarDate, utcDate } from '../../../server/core/model/dates.ts'
import { parseLog } from './parse-log.ts'
import { writeCdnowDelivery } from './write-cdnow-delivery.ts'

const usage = `Usage: node --import tsx scripts/examples/cdnow/main.ts FILE DIR [--today YYYY-MM-DD]

Turns the CDNOW purchase log into a delivery that the service can import.

  FILE   the log: customer_id, date (YYYYMMDD), number_of_cds, dollar_value, separated by spaces
  DIR    the folder to write to; created if missing
  --today YYYY-MM-DD   the day up to which purchases are known; the first cohort is 400 days
                       before it (default: the UTC date)
`

interface Arguments {
  file: string
  dir: string
  today: string
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage)
    return 0
  }
  const parsed = parse(args)
  if (typeof parsed === 'string') {
    process.stderr.write(`${parsed}\n\n${usage}`)
    return 2
  }
  const { cohorts, installs, revenueRows } = await writeCdnowDelivery(
    parseLog(await readFile(parsed.file, 'utf8')),
    parsed.dir,
    parsed.today,
  )
  const size = `${installs} installs in ${cohorts} cohorts, ${revenueRows} revenue rows`
  process.stdout.write(`${parsed.dir}: ${size}, known up to ${parsed.today}\n`)
  return 0
}

function parse(args: string[]): Arguments | string {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { today: { type: 'string' } },
    })
    const [file, dir, ...others] = positionals
    const { today = utcDate(new Date()) } = values
    if (file === undefined || dir === undefined) return 'FILE and DIR are needed'
    if (others.length > 0) return `Unexpected argument: ${others.join(' ')}`
    if (!isCalendarDate(today))
      return `--today must be a date written YYYY-MM-DD, not ${JSON.stringify(today)}`
    return { file, dir, today }
  } catch (error) {
    return (error as Error).message
  }
}
