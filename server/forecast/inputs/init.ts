import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { describeOpenError } from '../../imports/reader/bytes.ts'
import { sum } from '../../core/formulas/sums.ts'
import { Workspace } from '../../imports/workspace.ts'
import type { InputConfig } from '../config/forecast-config.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import { FORMATS } from './formats/formats.ts'
import { guessTables } from './guess-tables.ts'
import { type Answers, configText, type Guess, type Unknown } from './init-text.ts'
import { knownColumns } from './known-columns.ts'
import { leaveDoubles, dropOverlappingSpend } from './init-doubles.ts'
import { headOf, openFile, type OpenedFile, READABLE } from './open-inputs.ts'
import { readValues } from './postbacks.ts'
import { type Survey, surveyInputs } from './survey.ts'

export interface InitOptions {
  from?: string | undefined
  provided?: Partial<Answers> | undefined
  /** Asks for missing settings; without it the proposals are used. */
  ask?: ((proposed: Answers, provided: Partial<Answers>) => Promise<Answers>) | undefined
}

/**
 * A config for a folder of exports, from their headers and cells, with guesses marked. Paths are relative to the folder. `said` describes the
 * findings to a person.
 * @throws ForecastFaults if the folder or the format is unknown
 */
export async function initConfig(
  folder: string,
  { from, provided = {}, ask }: InitOptions = {},
): Promise<{ text: string; said: string[] }> {
  const formats = Object.keys(FORMATS).filter(name => from === undefined || name.startsWith(from))
  if (formats.length === 0) {
    throw new ForecastFaults([
      {
        file: '--from',
        value: from!,
        rule: `must be the start of a format name: ${Object.keys(FORMATS).join(', ')}`,
      },
    ])
  }
  const guesses: Guess[] = []
  const unknown: Unknown[] = []
  let values: { file: string; values: Record<string, number> } | undefined
  const scratch = await mkdtemp(join(tmpdir(), 'uascope-init-'))
  const workspace = await Workspace.open(scratch, {})
  try {
    const exports: OpenedFile[] = []
    for (const [number, path] of (await exportsIn(folder)).entries()) {
      const named = { file: relative(folder, path), original: resolve(path) }
      const opened = await openExport(named, { folder: scratch, number })
      if (typeof opened === 'string') unknown.push({ file: named.file, why: opened })
      else exports.push(opened)
    }
    await workspace.lockIn(
      { files: exports.map(({ path }) => path) },
      sum(exports, ({ size }) => size),
    )
    for (const opened of exports) {
      const { file, path } = opened
      const header = await headerOf(workspace, opened)
      if (typeof header === 'string') {
        unknown.push({ file, why: header })
        continue
      }
      const own = await readValues(path, header)
      if (own !== undefined) values = { file, values: own }
      else {
        const read = guessTables(file, header, formats)
        unknown.push(...read.unknown)
        for (const guess of read.guesses) addGuess(guesses, guess)
      }
    }
  } finally {
    workspace.close()
    await rm(scratch, { recursive: true, force: true })
  }
  if (values !== undefined) {
    for (const guess of guesses.filter(({ more }) => more.values !== undefined)) {
      guess.more.values = values.values
      guess.doubts.push(`the revenue of conversion values as in ${values.file}`)
    }
  }
  leaveDoubles(guesses)
  const taken = guesses.filter(({ doubled }) => doubled === undefined)
  const survey = await surveyInputs(folder, taken.map(inputOf), 'USD')
  dropOverlappingSpend(taken, survey)
  const proposed: Answers = {
    id: 101,
    name: titleOf(folder),
    target: 1,
    dsi: dsiFor(survey),
    revenue: 'net',
    ...provided,
  }
  const answers = ask === undefined ? proposed : await ask(proposed, provided)
  return configText({ guesses, unknown, survey, answers, provided })
}

/** A text is the reason why it cannot be opened. */
async function openExport(
  named: { file: string; original: string },
  scratch: { folder: string; number: number },
): Promise<OpenedFile | string> {
  return (
    (await describeOpenError(named.original)) ??
    (await openFile(named, { ...scratch, isKnown: knownColumns(), encoding: undefined }).catch(
      String,
    ))
  )
}

/** A text is the reason for a missing header. */
async function headerOf(
  workspace: Workspace,
  opened: OpenedFile,
): Promise<readonly string[] | string> {
  // The header of a file with wrong rows still shows what the file is.
  const faults = opened.faults[0]?.row === undefined ? opened.faults : []
  const head = await headOf(workspace, { ...opened, faults }, [])
  if (!('header' in head)) return opened.form.header === undefined ? 'it is empty' : head[0]!.rule
  return head.header
}

async function exportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(resolve(folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ForecastFaults([
        {
          file: folder,
          rule: error.code === 'ENOENT' ? 'folder not found' : `cannot read folder: ${error.code}`,
        },
      ])
    },
  )
  const below = await Promise.all(
    entries
      .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(async ({ name }) => (await readdir(join(folder, name))).map(file => join(name, file))),
  )
  const names = [
    ...entries.filter(entry => entry.isFile()).map(({ name }) => name),
    ...below.flat(),
  ]
  return names
    .filter(name => READABLE.test(name))
    .sort()
    .map(name => join(folder, name))
}

function addGuess(guesses: Guess[], guess: Guess): void {
  const key = ({ table, format, columns, more }: Guess): string =>
    JSON.stringify([table, format, columns, more])
  const same = guesses.find(other => key(other) === key(guess))
  if (same === undefined) guesses.push(guess)
  else if (!same.files.includes(guess.files[0]!)) same.files.push(guess.files[0]!)
}

function inputOf({ table, format, files, columns, more }: Guess): InputConfig {
  return {
    table,
    files,
    columns,
    ...(format !== 'neutral' && { format }),
    ...more,
  }
}

function titleOf(folder: string): string {
  const name = basename(resolve(folder)).replace(/[-_]+/g, ' ').trim()
  return name === '' || /^(exports?|data|files|csv)$/i.test(name) ? 'My app' : name
}

const DSIS = [90, 60, 30, 14, 7]

/** DSIs that users can reach within a third of the history, and within the columns. */
function dsiFor({ firstDay, lastDay, toAge = Infinity }: Survey): number {
  if (firstDay === undefined || lastDay === undefined) return 30
  return DSIS.find(dsi => dsi <= toAge && 3 * dsi <= lastDay - firstDay) ?? 7
}
