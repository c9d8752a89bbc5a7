import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { describeOpenError } from '../../imports/reader/bytes.ts'
import { parquetRule, parquetShape } from '../../imports/reader/parquet.ts'
import { Workspace } from '../../imports/workspace.ts'
import { stampOf } from '../../core/runtime/files.ts'
import type { InputConfig } from '../config/forecast-config.ts'
import { ForecastFaults } from '../config/config-faults.ts'
import { FORMATS } from './formats/formats.ts'
import { guessTables } from './guess-tables.ts'
import { type Answers, configText, type Guess, type Unknown } from './init-text.ts'
import { knownColumns } from './known-columns.ts'
import { leaveDoubles, dropOverlappingSpend } from './init-doubles.ts'
import { READABLE } from './open-inputs.ts'
import { readValues } from './postbacks.ts'
import { type Survey, surveyInputs } from './survey.ts'
import { openText } from './text-file.ts'

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
  try {
    for (const [number, path] of (await exportsIn(folder)).entries()) {
      const file = relative(folder, path)
      const opened = await headerOf(path, scratch, number)
      if (typeof opened === 'string') unknown.push({ file, why: opened })
      else {
        const own = await readValues(opened.path, opened.header)
        if (own !== undefined) values = { file, values: own }
        else {
          const read = guessTables(file, opened.header, formats)
          unknown.push(...read.unknown)
          for (const guess of read.guesses) addGuess(guesses, guess)
        }
      }
    }
  } finally {
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

/** A text is the reason for a missing header. */
async function headerOf(
  path: string,
  folder: string,
  number: number,
): Promise<{ header: readonly string[]; path: string } | string> {
  const rule = await describeOpenError(path)
  if (rule !== undefined) return rule
  try {
    if (/\.parquet$/i.test(path)) {
      const header = await parquetHeader(path, folder)
      return typeof header === 'string' ? header : { header, path }
    }
    const {
      form,
      faults,
      path: readable,
    } = await openText(
      { file: path, original: path },
      { isKnown: knownColumns(), encoding: undefined, folder, number },
    )
    const [fault] = faults
    if (form.header === undefined) return 'it is empty'
    return fault?.row === undefined && fault !== undefined
      ? fault.rule
      : { header: form.header, path: readable }
  } catch (error) {
    return String(error)
  }
}

async function parquetHeader(path: string, scratch: string): Promise<readonly string[] | string> {
  const workspace = await Workspace.open(scratch, {})
  try {
    const { size } = await stampOf(path)
    const file = resolve(path)
    await workspace.lockIn({ files: [file] }, size)
    const shape = await parquetShape(workspace, file, size, [])
    return typeof shape === 'string' ? shape : shape.columns.map(({ name }) => name)
  } catch (error) {
    return parquetRule(error)
  } finally {
    workspace.close()
  }
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
