import manifest from '../../../package.json' with { type: 'json' }
import { printError } from './print.ts'

const NEEDED = manifest.engines.node.replace('>=', '')

/**
 * Ends the process if Node.js is too old. Entry points call it before any other import: a module that an older version cannot link would
 * fail with a message about that module.
 */
export function requireNode(): void {
  const { node } = process.versions
  if (isSupported(node)) return
  printError(
    `uascope needs Node.js ${NEEDED} or newer; this is Node.js ${node} (${process.execPath}).`,
  )
  process.exit(1)
}

/** By major and minor version. */
export function isSupported(version: string): boolean {
  const [major, minor, neededMajor, neededMinor] = [version, NEEDED].flatMap(text =>
    text.split('.', 2).map(Number),
  ) as [number, number, number, number]
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
