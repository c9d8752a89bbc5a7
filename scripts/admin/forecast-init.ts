import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { InvalidArgumentError } from 'commander'
import { type Answers, ForecastFaults, initConfig } from '../../server/forecast/forecast.ts'
import { print } from '../../server/core/runtime/print.ts'
import { argument, command, option } from './command.ts'
import { path, text as anyText } from './option-values.ts'

const CONFIG = 'forecast.yaml'
const LARGEST_ID = 89_999

export const init = command({
  name: 'init',
  description:
    'inspect the files of a folder and write `forecast.yaml` there, with guesses to check',
  parameters: {
    dir: argument('the folder with the exports', path),
    from: option('<format>', 'export format, if not detected', anyText),
    id: option('<n>', "the app's id", id),
    name: option('<name>', "the app's name", anyText),
    target: option('<roas>', 'ROAS to reach: 1 is 100 %', roas),
    dsi: option('<days>', 'days since install by which to reach it', days),
    revenue: option(
      '<type>',
      'what the target counts: `net` (after fees of the stores) or `gross`',
      revenue,
    ),
  },
  async run({ dir, from, ...provided }) {
    const out = join(dir, CONFIG)
    await requireNone(dir, CONFIG)
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const { text, said } = await initConfig(dir, {
      from,
      provided,
      ask: isTerminal ? ask : undefined,
    })
    await writeFile(out, text, { flag: 'wx' })
    return {
      lines: [
        ...said,
        '',
        `Wrote ${out}: check what is marked as a guess, then run \`forecast check ${out}\`.`,
      ],
    }
  },
})

async function requireNone(dir: string, file: string): Promise<void> {
  const exists = await access(join(dir, file)).then(
    () => true,
    () => false,
  )
  if (exists)
    throw new ForecastFaults([
      { file, rule: 'exists already: edit it, or delete it to write a new one' },
    ])
}

/** Asks for missing settings; Enter accepts the proposal. */
async function ask(proposed: Answers, provided: Partial<Answers>): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const askFor = async <Value>(
    name: keyof Answers,
    what: string,
    read: (text: string) => Value,
  ): Promise<Value> => {
    for (;;) {
      const text = await terminal.question(`${what} [${proposed[name]}]: `)
      try {
        return read(text.trim() === '' ? String(proposed[name]) : text.trim())
      } catch (error) {
        print((error as Error).message)
      }
    }
  }
  try {
    return {
      id: provided.id ?? (await askFor('id', "The app's id, a number", id)),
      name: provided.name ?? (await askFor('name', "The app's name", String)),
      target: provided.target ?? (await askFor('target', 'ROAS to reach (1 is 100 %)', roas)),
      dsi: provided.dsi ?? (await askFor('dsi', 'Days since install by which to reach it', days)),
      revenue:
        provided.revenue ??
        (await askFor(
          'revenue',
          'Revenue that counts, net (after fees of the stores) or gross',
          revenue,
        )),
    }
  } finally {
    terminal.close()
  }
}

function id(text: string): number {
  return readInteger(text, LARGEST_ID)
}

function days(text: string): number {
  return readInteger(text, 3650)
}

function revenue(text: string): 'net' | 'gross' {
  if (text !== 'net' && text !== 'gross') throw new InvalidArgumentError('must be net or gross')
  return text
}

function readInteger(text: string, most: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (!(value <= most)) throw new InvalidArgumentError(`must be a whole number up to ${most}`)
  return value
}

/** `1.1` or `110%`. */
function roas(text: string): number {
  const value = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : Number(text)
  if (!(value > 0 && value <= 1000))
    throw new InvalidArgumentError('must be a number above 0, 1 for 100 %; or per cent, as 110%')
  return value
}
