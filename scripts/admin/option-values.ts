import { InvalidArgumentError } from 'commander'
import { dirname, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { isCalendarDate, utcDate } from '../../server/core/model/dates.ts'
import type { Shell } from './command.ts'

/**
 * Paths are relative to the user's working directory. `npm run admin` changes to the package's folder and sets INIT_CWD to the previous one;
 * `npx`, and scripts of other packages, do not change it.
 */
export function pathResolver(
  environment: Readonly<Record<string, string | undefined>>,
  cwd = process.cwd(),
): Shell['resolvePath'] {
  const {
    INIT_CWD: from,
    npm_lifecycle_event: script,
    npm_package_name: name,
    npm_package_json: file,
  } = environment
  const isMoved =
    name === manifest.name &&
    script !== undefined &&
    script !== 'npx' &&
    file !== undefined &&
    dirname(file) === cwd
  // An empty path stays empty rather than meaning the folder.
  return path => (path === '' ? path : resolve(isMoved && from ? from : cwd, path))
}

export function text(text: string): string {
  return text
}

export function path(text: string, { resolvePath }: Shell): string {
  return resolvePath(text)
}

function idOption(what: string) {
  return (text: string): number => {
    if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(`must be ${what}, in digits`)
    return Number(text)
  }
}

export const appId = idOption('an app id')
export const companyId = idOption('a company id')
export const runId = idOption('a run id')

/** Different ids, separated by commas. */
export function idList(what: string) {
  return (text: string): number[] => {
    const ids = text.split(',').map(part => part.trim())
    if (!ids.every(id => /^\d{1,16}$/.test(id)))
      throw new InvalidArgumentError(`must be ${what}, in digits, separated by commas`)
    return [...new Set(ids.map(Number))]
  }
}

export function calendarDate(text: string): string {
  if (!isCalendarDate(text)) throw new InvalidArgumentError('must be a real date, YYYY-MM-DD')
  return text
}

/** Accepts today (UTC) or later. */
export function dateFromToday(text: string): string {
  if (calendarDate(text) < utcDate(new Date()))
    throw new InvalidArgumentError('must be a date from today (UTC) on')
  return text
}

export function countUpTo(most: number, beyond = ''): (text: string) => number {
  return text => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (count < 1 || count > most)
      throw new InvalidArgumentError(`must be a whole number from 1 to ${most}${beyond}`)
    return count
  }
}
