import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseConfig } from '../../../../server/forecast/config/read-config.ts'
import { ForecastFaults } from '../../../../server/forecast/config/config-faults.ts'
import { initConfig } from '../../../../server/forecast/inputs/init.ts'
import { read, writeFiles } from '../../../support/forecast/inputs.ts'
import { KINDS, type Kind } from '../../../support/forecast/input-kinds.ts'

/** Sums as `init` and `check` give them, or what they refuse. */
async function outcomeOf(
  folder: string,
  { files, edit = text => text }: Kind,
): Promise<{ sums: string[]; said: string; refused: string | undefined }> {
  mkdirSync(folder, { recursive: true })
  writeFiles(folder, files)
  const { text, said } = await initConfig(folder, { given: { dsi: 7 } })
  try {
    const config = parseConfig(edit(text), { file: 'forecast.yaml', folder })
    const { compared, notes } = await read({ ...config, lagDays: 0 })
    const sums = compared.map(row => {
      const names = [row.platform, row.network, row.campaign].map(name => name ?? '-').join(' ')
      const cents = (value: number): number => Math.round(value * 100) / 100
      return `${names}: ${cents(row.spend)} / ${row.paidInstalls + row.organicInstalls} / ${cents(row.revenue)}`
    })
    return { sums: sums.sort(), said: [...said, ...notes].join('\n'), refused: undefined }
  } catch (error) {
    if (!(error instanceof ForecastFaults)) throw error
    const refused = error.faults.map(({ file, row, column, value, rule }) =>
      [file, row, column, value, rule].filter(part => part !== undefined).join(', '),
    )
    return { sums: [], said: said.join('\n'), refused: refused.join('\n') }
  }
}

t.test('real-world files are read correctly or refused with the fix', async t => {
  const root = t.testdir()
  for (const [number, kind] of KINDS.entries()) {
    await t.test(kind.name, async t => {
      const { sums, said, refused } = await outcomeOf(join(root, String(number)), kind)
      if (process.env['SHOWN'] !== undefined) t.comment(`| ${kind.name} | ${refused ?? sums.join('; ')} | ${said.replaceAll('\n', ' ')} |`)
      if (kind.refused !== undefined) {
        t.match(refused, kind.refused)
        t.notOk(sums.length, 'nothing is read')
        return
      }
      t.equal(refused, undefined)
      t.same(sums, [...kind.sums].sort())
      for (const words of [kind.says ?? []].flat()) t.match(said, words)
    })
  }
})

t.test('the table has at least forty kinds, each once', async t => {
  t.ok(KINDS.length >= 40)
  t.equal(new Set(KINDS.map(({ name }) => name)).size, KINDS.length)
})
