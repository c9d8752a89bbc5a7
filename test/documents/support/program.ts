import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { run } from '../../support/run-program.ts'
import { builtFolder } from '../../support/bundle.ts'
import type { Block } from '../../support/blocks.ts'
import { root } from '../../support/pages.ts'

/** The `ts` blocks of a page as one program: imports first, each block in a scope of its own; those that use `client` find one. */
export function programOf(blocks: readonly Block[]): string {
  const named = new Map<string, Set<string>>()
  const scopes = blocks.map(({ text, at }) => {
    const body = text.replace(
      /^import \{ (.*) \} from '(.*)'$/gm,
      (_, names: string, from: string) => {
        for (const name of names.split(', '))
          named.set(from, (named.get(from) ?? new Set()).add(name))
        return ''
      },
    )
    const client = /\bconst client\b/.test(body) ? '' : 'const client = new UascopeClient()\n'
    if (client !== '')
      named.set('@uascope/client', (named.get('@uascope/client') ?? new Set()).add('UascopeClient'))
    return `{ // ${at}\n${client}${body}}\n`
  })
  const imports = [...named].map(
    ([from, names]) => `import { ${[...names].join(', ')} } from '${from}'\n`,
  )
  return `${imports.join('')}${scopes.join('')}`
}

/** What the blocks say that they print: their lines after `//=> `; empty if they say nothing. */
export function printedBy(blocks: readonly Block[]): string {
  return blocks
    .flatMap(({ text }) => [...text.matchAll(/^\/\/=> (.*\n)/gm)].map(([, line]) => line!))
    .join('')
}

/** The client's entries, by the names that programs import. */
const ENTRIES: Record<string, string> = {
  '@uascope/client': join(root, 'client/src/index.ts'),
  ...Object.fromEntries(
    ['node', 'rows', 'arrow', 'arquero'].map(name => [
      `@uascope/client/${name}`,
      join(root, 'client/src', `${name}.ts`),
    ]),
  ),
  '@uascope/client/testing': join(root, 'server/http/testing/index.ts'),
}

const OPTIONS = {
  ...{
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
  },
  ...{
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    allowImportingTsExtensions: true,
  },
}

/**
 * Compiles a program with the client's sources, then runs it in `cwd`. Returns what it prints; throws what the compiler or the program says
 * where either fails.
 */
export async function runProgram(
  program: string,
  cwd: string,
  env: Record<string, string>,
): Promise<string> {
  const folder = await builtFolder()
  const source = join(folder, 'page.ts')
  await writeFile(source, program)
  const paths = Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, [path]]))
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...OPTIONS, paths }, files: ['page.ts'] }),
  )
  const outfile = join(folder, 'page.js')
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: ENTRIES,
    logLevel: 'warning',
  })
  const [, printed] = await Promise.all([
    said(
      process.execPath,
      [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder],
      folder,
    ).catch((error: Error) => {
      throw new Error(placed(error.message, program))
    }),
    said(process.execPath, [outfile], cwd, env),
  ])
  return printed
}

/** What the compiler says, with the block in place of the program's line. */
function placed(message: string, program: string): string {
  const lines = program.split('\n')
  return message.replace(/^page\.ts\((\d+),\d+\)/gm, (place, line: string) => {
    const block = lines.slice(0, Number(line)).findLast(text => text.startsWith('{ // '))
    return block === undefined
      ? place
      : `${block.slice(5)}, in "${lines[Number(line) - 1]!.trim()}"`
  })
}

async function said(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, { cwd, env })
  if (code !== 0) throw new Error(`${stdout}${stderr}`)
  return stdout
}
