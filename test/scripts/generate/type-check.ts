import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repository } from '../../support/repository.ts'
import { inFolder } from '../../support/temporary-folder.ts'

const FOLDERS = ['server', 'client', 'mcp', 'generated', 'scripts/lab/world', 'scripts/lab/studio']
const CSS = 'test/support/views/css.d.ts'
const ALSO = ['package.json', 'tsconfig.json', 'openapi.yaml', CSS]

/** `server/http/service.ts(3,1): error TS2322: the message`, whose further lines are indented. */
const SAID = /^(\S.*?)\(\d+,\d+\): error TS\d+: ([^]*?)(?=\n\S|\n*$(?![^]))/gm

/**
 * What the compiler says of the sources, tests excepted, with these files in `generated/`: everything by the path of the file that it names.
 * Checks a copy: TypeScript 7, which takes a third of the time of earlier ones, reads only files.
 */
export async function typeCheck(
  generated: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  return await inFolder('types', async folder => {
    const filter = (path: string): boolean => !/\/(node_modules|dist)$/.test(path)
    for (const path of [...FOLDERS, ...ALSO])
      await cp(join(repository, path), join(folder, path), { recursive: true, filter })
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
    for (const [path, text] of generated) {
      await mkdir(dirname(join(folder, 'generated', path)), { recursive: true })
      await writeFile(join(folder, 'generated', path), text)
    }
    await writeFile(
      join(folder, 'checked.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        include: ['server', 'client/src', 'mcp', 'generated', 'scripts/lab/studio', CSS],
      }),
    )
    const said = await compile(folder)
    const errorsByPath = new Map<string, string>()
    for (const [, path, text] of said.matchAll(SAID))
      errorsByPath.set(
        path!,
        [...(errorsByPath.has(path!) ? [errorsByPath.get(path!)] : []), text].join('\n'),
      )
    return errorsByPath
  })
}

function compile(folder: string): Promise<string> {
  const compiler = join(repository, 'node_modules/typescript-7/bin/tsc')
  const args = [compiler, '--project', 'checked.json', '--noEmit', '--pretty', 'false']
  return new Promise(resolve =>
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout) =>
      resolve(stdout),
    ),
  )
}
