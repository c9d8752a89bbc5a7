import { mkdirSync } from 'node:fs'
import type { Test } from 'tap'
import type { Config } from '../../../server/forecast/config/forecast-config.ts'
import { ForecastFaults } from '../../../server/forecast/config/config-faults.ts'
import { parseConfig } from '../../../server/forecast/config/read-config.ts'
import { initConfig } from '../../../server/forecast/inputs/init.ts'
import { readFacts } from '../../../server/forecast/inputs/read-facts.ts'
import type { Kind } from './input-kinds.ts'
import { writeFiles } from './inputs.ts'

export interface Outcome {
  /** `platform network campaign: spend / installs / revenue`, in order. */
  sums: string[]
  said: string
  refused: string | undefined
}

/** Sums of each campaign over all days, and notes, as `check` gives them. */
export async function readSums(
  config: Config,
): Promise<{ sums: string[]; notes: readonly string[] }> {
  const { compared, notes } = await readFacts(
    { ...config, lagDays: 0 },
    { progress: () => {}, listUnread: true },
  )
  const cents = (value: number): number => Math.round(value * 100) / 100
  const sums = compared.map(row => {
    const names = [row.platform, row.network, row.campaign].map(name => name ?? '-').join(' ')
    return `${names}: ${cents(row.spend)} / ${row.paidInstalls + row.organicInstalls} / ${cents(row.revenue)}`
  })
  return { sums: sums.sort(), notes }
}

/** Sums as `init` and `check` give them for the files of a kind, or what they refuse. */
export async function outcomeOf(
  folder: string,
  { files, edit = text => text }: Pick<Kind, 'files' | 'edit'>,
): Promise<Outcome> {
  mkdirSync(folder, { recursive: true })
  writeFiles(folder, files)
  const { text, said } = await initConfig(folder, { provided: { dsi: 7 } })
  try {
    const { sums, notes } = await readSums(
      parseConfig(edit(text), { file: 'forecast.yaml', folder }),
    )
    return { sums, said: [...said, ...notes].join('\n'), refused: undefined }
  } catch (error) {
    if (!(error instanceof ForecastFaults)) throw error
    const refused = error.faults.map(({ file, row, column, value, rule }) =>
      [file, row, column, value, rule].filter(part => part !== undefined).join(', '),
    )
    return { sums: [], said: said.join('\n'), refused: refused.join('\n') }
  }
}

/** Asserts that the files of a kind are read as its law says, or refused. */
export async function assertKind(t: Test, folder: string, kind: Kind): Promise<void> {
  const { sums, said, refused } = await outcomeOf(folder, kind)
  if (process.env['SHOWN'] !== undefined)
    t.comment(`| ${kind.name} | ${refused ?? sums.join('; ')} | ${said.replaceAll('\n', ' ')} |`)
  for (const words of [kind.says ?? []].flat()) t.match(said, words)
  if (kind.refused === undefined) {
    t.equal(refused, undefined)
    t.same(sums, [...kind.sums].sort())
    return
  }
  t.match(refused, kind.refused)
  t.notOk(sums.length, 'nothing is read')
}
