import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { clientReference } from './client-reference.ts'
import { ContractError, readContract } from './contract.ts'
import { generate, staleFiles, writeFiles } from './generate.ts'
import { pages } from './bundle-pages.ts'
import { viewsOf } from './vocabulary.ts'

const {
  values: { check },
} = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const yaml = await readFile(new URL('../../openapi.yaml', import.meta.url), 'utf8')
const folder = fileURLToPath(new URL('../../generated/', import.meta.url))

try {
  // Check the contract first, before building anything. Pages and the reference are made from what is generated, so this must exist first.
  const sources = await generate(yaml)
  if (!check) await writeFiles(folder, sources)
  const files = new Map([...sources, ...(await pages(viewsOf(readContract(yaml))))])
  if (!check) await writeFiles(folder, files)
  if (await isFresh(files)) {
    files.set('client/reference.json', await clientReference())
    if (check) await isFresh(files)
    else await writeFiles(folder, files)
  }
} catch (error) {
  if (!(error instanceof ContractError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Reports stale files. */
async function isFresh(files: ReadonlyMap<string, string>): Promise<boolean> {
  const stale = await staleFiles(folder, files)
  if (stale.length === 0) return true
  console.error(
    `Stale, run \`npm run generate\`:\n${stale.map(path => `  generated/${path}`).join('\n')}`,
  )
  process.exitCode = 1
  return false
}
