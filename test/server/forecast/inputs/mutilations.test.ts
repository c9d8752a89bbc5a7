import { join } from 'node:path'
import t from 'tap'
import { parseConfig } from '../../../../server/forecast/config/read-config.ts'
import { initConfig } from '../../../../server/forecast/inputs/init.ts'
import { KINDS } from '../../../support/forecast/input-kinds.ts'
import { writeFiles } from '../../../support/forecast/inputs.ts'
import { readSums } from '../../../support/forecast/kind-outcome.ts'
import { MEASURED_KINDS, PUBLIC_KINDS } from '../../../support/forecast/measured-kinds.ts'
import { fateOf, mutilated, WAYS } from '../../../support/forecast/mutilations.ts'
import { randomOf } from '../../../support/seed.ts'

/** Of each way, for each kind of files; `MUTILATIONS=70` tries about 200 of each kind. */
const EACH = Number(process.env['MUTILATIONS'] || 1)
t.test(
  'a cut cell or a doubled column is read right, refused or noted with its amount',
  async t => {
    const random = randomOf()
    const root = t.testdir()
    const counts = new Map<string, number>()
    const silent: string[] = []
    const kinds = [...KINDS, ...MEASURED_KINDS, ...PUBLIC_KINDS].filter(
      ({ refused }) => refused === undefined,
    )
    for (const [number, kind] of kinds.entries()) {
      const folder = join(root, String(number))
      writeFiles(folder, kind.files)
      const text = (kind.edit ?? (same => same))(
        (await initConfig(folder, { provided: { dsi: 7 } })).text,
      )
      const before = await readSums(parseConfig(text, { file: 'forecast.yaml', folder }))
      for (const way of WAYS) {
        for (let done = 0; done < EACH; done++) {
          const changed = mutilated(kind, way, random)
          if (changed === undefined) continue
          writeFiles(folder, { [changed.file]: changed.text })
          const fate = await fateOf(folder, text, before)
          writeFiles(folder, { [changed.file]: kind.files[changed.file]! })
          const key = `${way}${changed.isStillNumber ? ' to a shorter number' : ''}: ${fate}`
          counts.set(key, (counts.get(key) ?? 0) + 1)
          if (fate === 'silent' && !changed.isStillNumber && way !== 'unit')
            silent.push(`${kind.name}: ${changed.what}`)
          if (fate === 'silent') t.comment(`silent: ${kind.name}: ${changed.what}`)
        }
      }
    }
    t.comment(
      [...counts]
        .map(([key, count]) => `${key} ${count}`)
        .sort()
        .join('; '),
    )
    t.same(silent, [])
  },
)
