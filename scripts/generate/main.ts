import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ContractError } from './contract.ts'
import { checkContract } from './check-contract.ts'

// `--lint` only checks the contract, `--check` also compares the files; without either they are written.
const {
  values: { check, lint },
} = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    lint: { type: 'boolean', default: false },
  },
})
const yaml = await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8')
const folder = fileURLToPath(new URL('../../generated/', import.meta.url))

try {
  if (lint) await checkContract(yaml)
  else await makeFiles()
} catch (error) {
  if (!(error instanceof ContractError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function makeFiles(): Promise<void> {
  // Loads TypeScript, which takes a second.
  const { generate, staleFiles, writeFiles } = await import('./generate.ts')
  const files = await generate(yaml)
  // The reference is read from the generated types, so these must exist first.
  if (!check) await writeFiles(folder, files)
  if (isFresh(await staleFiles(folder, files))) {
    const { clientReference } = await import('./client-reference.ts')
    files.set('client/reference.json', await clientReference())
    if (check) isFresh(await staleFiles(folder, files))
    else await writeFiles(folder, files)
  }
}

/** Reports stale files. */
function isFresh(stale: readonly string[]): boolean {
  if (stale.length === 0) return true
  console.error(
    `Stale, run \`npm run generate\`:\n${stale.map(path => `  generated/${path}`).join('\n')}`,
  )
  process.exitCode = 1
  return false
}
