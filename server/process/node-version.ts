import manifest from '../../package.json' with { type: 'json' }

/**
 * Ends the process if Node.js is too old. An entry calls it before it imports anything else: a module that an older version cannot link would fail
 * with a message about the module.
 */
export function requireNode(version: string = process.versions.node): void {
  const needed = manifest.engines.node.replace('>=', '')
  if (!isOlder(version, needed)) return
  console.error(`uascope needs Node.js ${needed} or newer, and this is Node.js ${version} (${process.execPath}).`)
  process.exit(1)
}

function isOlder(version: string, needed: string): boolean {
  const [[major = 0, minor = 0], [neededMajor = 0, neededMinor = 0]] = [version, needed].map(text => text.split('.').map(Number)) as [
    number[],
    number[],
  ]
  return major < neededMajor || (major === neededMajor && minor < neededMinor)
}
