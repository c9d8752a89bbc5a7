import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { writeProjectFile, type Project } from '../support/packed-project.ts'
import type { RealServer } from '../support/real-server.ts'
import { repository } from '../../support/repository.ts'
import { run } from '../../support/run-program.ts'

const SAID: Record<string, RegExp> = {
  'arquero.ts': /network.*spend.*installs.*cpi/,
  'errors.ts': /minDailySpend/,
  'recommendations.ts': /(SCALE|HOLD|REDUCE) .* on /,
  'save-report.ts': /\d+ rows from run \d+.*\nSaved as .*\.csv/,
  'typed-rows.ts': /\d [A-Z]{3} spent; best LTV after 7 days: \d/,
}

/** That the examples compile, and do what they say. */
export async function testExamples(
  t: Test,
  project: Project,
  { url, key }: RealServer,
): Promise<void> {
  const folder = join(repository, 'client/examples')
  const names = (await readdir(folder)).sort()
  t.same(names, Object.keys(SAID))
  for (const name of names)
    await writeProjectFile(project, `examples/${name}`, await readFile(join(folder, name), 'utf8'))
  const options = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023'],
    types: ['node'],
    skipLibCheck: true,
    outDir: 'built',
  }
  await writeProjectFile(
    project,
    'examples/tsconfig.json',
    JSON.stringify({ compilerOptions: options, files: names }),
  )
  const compiled = await run(process.execPath, [
    join(repository, 'node_modules/typescript-7/bin/tsc'),
    '-p',
    join(project.folder, 'examples'),
  ])
  t.equal(compiled.code, 0, `they compile\n${compiled.stdout}`)
  for (const name of names) {
    const env = { UASCOPE_BASE_URL: url, UASCOPE_API_KEY: key, TMPDIR: project.folder }
    const { code, stdout, stderr } = await run(
      process.execPath,
      [join('examples/built', name.replace('.ts', '.js'))],
      {
        cwd: project.folder,
        env,
      },
    )
    t.equal(code, 0, `${name}\n${stderr}`)
    t.match(stdout, SAID[name]!, name)
  }
}
