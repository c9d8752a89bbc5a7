// A bit flipped in one file at a time, 10 s. BIT_FLIPS=1000 tries as many on each engine.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { lakeOf } from '../support/lake.ts'
import { baseStore, kindOf, pathsIn } from './store/base-store.ts'
import { damageFile } from './store/damage-file.ts'
import { Findings } from './store/findings.ts'
import { inspectAnswers, inspectRecords } from './store/inspect.ts'
import { openService } from '../support/store/open-service.ts'
import { below, randomOf, seed } from '../support/seed.ts'

const FLIPS = Number(process.env['BIT_FLIPS'] ?? 25)

/** Paths drawn so that every kind of file has its turn as often. */
function drawer(paths: readonly string[], random: () => number): (flip: number) => string {
  const kinds = [...new Set(paths.map(kindOf))].map(kind =>
    paths.filter(path => kindOf(path) === kind),
  )
  return flip => {
    const ofKind = kinds[flip % kinds.length]!
    return ofKind[below(random, ofKind.length)]!
  }
}

t.test(`${FLIPS} bit flips in an embedded store produce no wrong result`, async t => {
  const base = await baseStore(t)
  const random = randomOf()
  const path = drawer(await pathsIn(base.dir), random)
  const findings = new Findings()
  for (let flip = 0; flip < FLIPS; flip++) {
    const file = path(flip)
    const dir = await base.copy()
    // Built files would be served in the place of what is damaged.
    if (!file.startsWith('spool/')) await rm(join(dir, 'spool'), { recursive: true })
    const done = await damageFile(dir, file, 'flip', { random, older: base.older })
    const add = (kind: string, example: string) =>
      findings.add(`${kind} after a flip in ${kindOf(file)}`, `${done}: ${example}`)
    const service = await openService(dir).catch((error: unknown) => {
      if (!file.startsWith('records/') || !String(error).includes(file))
        add('no start', String(error))
    })
    if (service !== undefined) {
      await inspectAnswers(service, base, base.answers, add)
      await inspectRecords(service, base, base.answers, add)
      await service.stop()
    }
    await rm(dir, { recursive: true })
  }
  findings.none(t, 'no wrong answer')
})

t.test(`${FLIPS} bit flips in a lake and a node's cache produce no wrong result`, async t => {
  const lake = await lakeOf(t, 'file')
  if (lake === undefined) return
  const base = await baseStore(t, lake.environment)
  const random = randomOf(seed + 1)
  const caches = (await pathsIn(base.dir)).filter(path => /^cache\//.test(path))
  const paths = [...(await pathsIn(lake.folder)).map(path => `lake/${path}`), ...caches]
  const path = drawer(paths, random)
  const findings = new Findings()
  for (let flip = 0; flip < FLIPS; flip++) {
    const file = path(flip)
    const ofLake = file.startsWith('lake/')
    const dir = await base.copy()
    for (const name of await pathsIn(dir)) {
      if (name.startsWith('spool') || (ofLake && name.startsWith('cache/')))
        await rm(join(dir, name))
    }
    const damaged = join(ofLake ? lake.folder : dir, file.replace(/^lake\//, ''))
    const sound = await readFile(damaged)
    const done = await damageFile(dirname(damaged), basename(damaged), 'flip', {
      random,
      older: base.older,
    })
    const add = (kind: string, example: string) =>
      findings.add(`${kind} after a flip in ${kindOf(file)}`, `${done}: ${example}`)
    const service = await openService(dir, lake.environment)
    await inspectAnswers(service, base, base.answers, add)
    await service.stop()
    await rm(dir, { recursive: true })
    if (ofLake) await writeFile(damaged, sound)
  }
  findings.none(t, 'no wrong answer')
})
