import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { blocksOf } from '../../support/blocks.ts'
import { writeProjectFile, type Project } from '../support/packed-project.ts'
import { repository } from '../../support/repository.ts'
import { run } from '../../support/run-program.ts'

const COMPILERS = {
  'TypeScript 5.9': 'typescript',
  'TypeScript 6': 'typescript-6',
  'TypeScript 7': 'typescript-7',
}

const STRICT = {
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
}

/** How a project may be set up that uses the package. */
const PROJECTS = {
  'ES modules and CommonJS in Node': {
    options: {
      ...STRICT,
      module: 'nodenext',
      lib: ['es2023'],
      types: ['node'],
      skipLibCheck: true,
    },
    files: ['columns.ts', 'columns.cts'],
  },
  'a bundler for browsers': {
    options: {
      ...STRICT,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom'],
      types: [],
      skipLibCheck: true,
    },
    files: ['columns.ts'],
  },
  'the core with its declarations checked': {
    options: {
      ...STRICT,
      module: 'nodenext',
      lib: ['es2022'],
      types: ['node'],
      skipLibCheck: false,
    },
    files: ['core.ts', 'core.cts'],
  },
  'loose settings': {
    options: {
      strict: false,
      noEmit: true,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2022'],
      types: ['node'],
      skipLibCheck: true,
    },
    files: ['core.ts'],
  },
}

/** What a project needs that installs the package and nothing else. */
const ALONE = `import { UascopeClient } from '@uascope/client'
import { toRows } from '@uascope/client/rows'
export const spend = async (): Promise<number[]> => {
  const rows = await toRows(await new UascopeClient().getReport({ appId: 1, granularity: 'campaign', metrics: ['spend'] }))
  return rows.map(row => row.spend)
}
`

/** That no declaration leads to a package that is not there. */
export async function testTypesAlone(t: Test, project: Project): Promise<void> {
  const options = {
    ...STRICT,
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom'],
    types: [],
    skipLibCheck: false,
  }
  await writeProjectFile(project, 'alone/index.ts', ALONE)
  await compileWithAll(t, project, {
    'nothing else installed': { folder: 'alone', options, files: ['index.ts'] },
  })
}

interface Setup {
  folder: string
  options: object
  files: readonly string[]
}

/** One process of each compiler builds all setups, so that it reads the libraries' declarations once. */
async function compileWithAll(
  t: Test,
  project: Project,
  setups: Readonly<Record<string, Setup>>,
): Promise<void> {
  const configs: string[] = []
  for (const [name, { folder, options: compilerOptions, files }] of Object.entries(setups)) {
    const config = `${folder}/${name.replaceAll(' ', '-')}.json`
    await writeProjectFile(project, config, JSON.stringify({ compilerOptions, files }))
    configs.push(join(project.folder, config))
  }
  for (const [compiler, place] of Object.entries(COMPILERS)) {
    const tsc = join(repository, 'node_modules', place, 'bin/tsc')
    const { code, stdout, stderr } = await run(process.execPath, [
      tsc,
      '--build',
      '--force',
      '--verbose',
      ...configs,
    ])
    t.equal(code, 0, `${compiler}\n${stdout}${stderr}`)
    for (const config of configs)
      t.match(
        stdout,
        new RegExp(`Building project '.*${config.slice(project.folder.length + 1)}'`),
        config,
      )
  }
}

const CORE = `import { UascopeClient, RateLimitError, type App } from '@uascope/client'
import { saveTo } from '@uascope/client/node'
import { TestService } from '@uascope/client/testing'
export const service = new TestService({ listApps: [{ id: 1 }], getReport: ({ appId }) => [{ spend: appId }] })
export const told = new UascopeClient(service.options).reportRows({ appId: 1, granularity: 'campaign' })
export const list = async (): Promise<App[]> => new UascopeClient().listApps()
export const save = async (): Promise<string> => saveTo(await new UascopeClient().getReport({ appId: 1, granularity: 'campaign' }), '.')
export const isLimit = (error: unknown): boolean => error instanceof RateLimitError
`

/** That the types say what they should, and compile under every TypeScript that is around. */
export async function testTypes(t: Test, project: Project): Promise<void> {
  const source = await readFile(join(repository, 'test/client/types/typed-columns.ts'), 'utf8')
  const columns = source.replaceAll(
    /'[./]+\/client\/src\/(index|arrow|arquero|rows)\.ts'/g,
    (_, entry: string) => `'@uascope/client${entry === 'index' ? '' : `/${entry}`}'`,
  )
  t.match(columns, "from '@uascope/client/arquero'")
  for (const extension of ['ts', 'cts']) {
    await writeProjectFile(project, `types/columns.${extension}`, columns)
    await writeProjectFile(project, `types/core.${extension}`, CORE)
  }
  const readme = {
    options: {
      ...STRICT,
      module: 'nodenext',
      lib: ['es2023'],
      types: ['node'],
      skipLibCheck: true,
    },
    files: await writeReadme(project),
  }
  const setups = Object.entries({ ...PROJECTS, 'each block of the README': readme })
  await compileWithAll(
    t,
    project,
    Object.fromEntries(setups.map(([name, setup]) => [name, { folder: 'types', ...setup }])),
  )
}

/** Each block of the README on its own, beside the `client` of its first one; the names of the files. */
async function writeReadme(project: Project): Promise<string[]> {
  const blocks = blocksOf('client/README.md').filter(({ language }) => language === 'ts')
  if (blocks.length < 10) throw new Error('The README has lost its programs')
  return await Promise.all(
    blocks.map(async ({ text, line }) => {
      const shared = /\bconst client\b/.test(text) ? '' : 'const client = new UascopeClient()\n'
      const imported =
        shared === '' || /^import \{.*\bUascopeClient\b/m.test(text)
          ? ''
          : "import { UascopeClient } from '@uascope/client'\n"
      const program = `${imported}${text}`.replace(
        /^(import .*\n)*\n?/,
        imports => `${imports}${shared}`,
      )
      await writeProjectFile(project, `types/readme-${line}.ts`, `${program}\nexport {}\n`)
      return `readme-${line}.ts`
    }),
  )
}
