import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { checkContract } from './check-contract.ts'
import { clientSources } from './client.ts'
import { operationsSource, typesSource } from './operations.ts'
import { requestsSource } from './requests.ts'
import { responsesSource } from './responses.ts'
import { BANNER } from './typescript-source.ts'
import { readTools } from './tool-model.ts'
import { toolsSource } from './tools.ts'
import { vocabularySource } from './vocabulary.ts'

/**
 * Generated files by path within `generated/`.
 * @throws ContractError listing errors and unsupported features of the contract
 */
export async function generate(yaml: string): Promise<Map<string, string>> {
  const { contract, operations } = await checkContract(yaml)
  return new Map([
    // JSON for readers that must start fast: parsing YAML takes half a second.
    ['openapi.json', JSON.stringify(contract)],
    ['types.ts', await typesSource(contract)],
    ['vocabulary/vocabulary.ts', vocabularySource(contract)],
    ['operations.ts', operationsSource(operations)],
    ['requests.ts', requestsSource(operations)],
    ['responses.ts', responsesSource(contract, operations)],
    ['tools.ts', toolsSource(readTools(contract, operations))],
    ...clientSources(contract, operations),
  ])
}

/** Paths of stale files within the folder: different, missing, or no longer generated; sorted. */
export async function staleFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<string[]> {
  const present = await readFolder(folder)
  const changed = [...files].filter(([path, text]) => present.get(path) !== text)
  const stale = [...present].filter(([path, text]) => !files.has(path) && text.startsWith(BANNER))
  return [...changed, ...stale].map(([path]) => path).sort()
}

/** Writes the generated files and removes those that are no longer generated. */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const path of await staleFiles(folder, files)) {
    const file = join(folder, path)
    const text = files.get(path)
    if (text === undefined) {
      await rm(file)
      continue
    }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const read = entries
    .filter(entry => entry.isFile())
    .map(async ({ parentPath, name }): Promise<[path: string, text: string]> => {
      const file = join(parentPath, name)
      return [relative(folder, file).replaceAll(sep, '/'), await readFile(file, 'utf8')]
    })
  return new Map(await Promise.all(read))
}
