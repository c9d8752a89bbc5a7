/**
 * Checks the service's packages against their limits: `check-packages.ts SBOM`, a CycloneDX file from `npm sbom --omit=dev`. It lists the
 * packages of this machine; `package-lock.json` those of every machine.
 */

import { readFileSync } from 'node:fs'

/**
 * Each package is a further party that can change the service. AWS's S3 client and credentials are 25, loaded in lake mode only; the
 * binaries of DuckDB and SQLite for all machines are 17.
 */
const MAX_PACKAGES = 145

interface Lock {
  packages: Record<string, { dev?: boolean; link?: boolean; hasInstallScript?: boolean }>
}

function read(path: string | URL): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

const faults: string[] = []
const sbom = read(process.argv[2] ?? '') as { bomFormat?: string; components?: unknown[] }
const { packages } = read(new URL('../../package-lock.json', import.meta.url)) as Lock
const { allowScripts } = read(new URL('../../package.json', import.meta.url)) as {
  allowScripts: Record<string, boolean>
}

const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
)
const production = installed.filter(([, { dev }]) => dev !== true).length
if (production > MAX_PACKAGES)
  faults.push(`the service may have at most ${MAX_PACKAGES} packages; it has ${production}`)

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
for (const [path, { hasInstallScript }] of installed) {
  if (hasInstallScript !== true || allowScripts[nameOf(path)] === false) continue
  faults.push(
    `${nameOf(path)} wants to run a script when it is installed: check that it works without, then deny it in allowScripts`,
  )
}

if (sbom.bomFormat !== 'CycloneDX' || !sbom.components?.length)
  faults.push('the bill of materials is empty or not in CycloneDX format')
console.log(
  `${production} production packages on all machines, ${sbom.components?.length ?? 0} on this one`,
)
for (const fault of faults) console.error(`check-packages: ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
