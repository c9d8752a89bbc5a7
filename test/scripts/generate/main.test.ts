import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { repository } from '../../support/repository.ts'

interface Outcome {
  code: number
  stderr: string
}

/** The command as it runs in a folder that has the contract and the generator. */
async function run(folder: string, ...options: string[]): Promise<Outcome> {
  try {
    const command = ['--import', 'tsx', `${folder}/scripts/generate/main.ts`, ...options]
    const { stderr } = await promisify(execFile)(process.execPath, command, { cwd: repository })
    return { code: 0, stderr }
  } catch (error) {
    return error as Outcome
  }
}

t.test('--check reports a stale file; generating repairs it', async t => {
  const folder = t.testdir()
  await cp(`${repository}scripts/generate`, `${folder}/scripts/generate`, { recursive: true })
  await cp(`${repository}openapi.yaml`, `${folder}/openapi.yaml`)
  await cp(`${repository}generated`, `${folder}/generated`, { recursive: true })
  for (const path of ['mcp', 'server', 'client/src', 'tsconfig.json', 'redocly.yaml']) {
    await cp(`${repository}${path}`, `${folder}/${path}`, { recursive: true })
  }
  const requests = await readFile(`${folder}/generated/requests.ts`, 'utf8')
  await writeFile(
    `${folder}/generated/requests.ts`,
    requests.replace('maximum: 500', 'maximum: 501'),
  )
  await writeFile(`${folder}/generated/old.ts`, requests)
  await writeFile(`${folder}/generated/notes.txt`, 'Not generated.\n')
  await rm(`${folder}/generated/types.ts`)
  const stale = await run(folder, '--check')
  t.equal(stale.code, 1)
  t.strictSame(stale.stderr.match(/generated\/\S+/g), [
    'generated/old.ts',
    'generated/requests.ts',
    'generated/types.ts',
  ])

  t.match(await run(folder), { code: 0 })
  t.strictSame(
    (await readdir(`${folder}/generated`)).sort(),
    [...(await readdir(`${repository}generated`)), 'notes.txt'].sort(),
  )
  t.equal(await readFile(`${folder}/generated/requests.ts`, 'utf8'), requests)

  const contract = await readFile(`${folder}/openapi.yaml`, 'utf8')
  await writeFile(`${folder}/openapi.yaml`, contract.replace('maximum: 500', 'multipleOf: 500'))
  const stderr = '#/components/parameters/limit/schema/multipleOf'
  t.match(await run(folder, '--lint'), { code: 1, stderr })
  t.match(await run(folder), { code: 1, stderr })
  t.equal(
    await readFile(`${folder}/generated/requests.ts`, 'utf8'),
    requests,
    'nothing was written',
  )
})
