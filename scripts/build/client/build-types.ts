import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import ts from 'typescript'

/**
 * Emits the declarations for the entries into `client/dist/types`: `.d.ts` for ES modules, `.d.cts` for CommonJS.
 * @throws Error if the sources have a type error
 */
export async function buildTypes(root: string, entries: readonly string[]): Promise<void> {
  const declarations = emitDeclarations(root, entries)
  for (const path of reachable(declarations, entries)) {
    for (const [declaration, script] of [
      ['.d.ts', '.js'],
      ['.d.cts', '.cjs'],
    ] as const) {
      const target = `${root}client/dist/types/${placed(path)}${declaration}`
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, withSpecifiers(path, declarations.get(path)!, script))
    }
  }
}

function emitDeclarations(root: string, paths: readonly string[]): Map<string, string> {
  const config = ts.readConfigFile(`${root}tsconfig.json`, path => ts.sys.readFile(path))
    .config as object
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: paths },
    ts.sys,
    root,
  )
  const program = ts.createProgram(
    paths.map(path => root + path),
    {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rootDir: root,
      outDir: '/out',
    },
  )
  const declarations = new Map<string, string>()
  const { diagnostics } = program.emit(undefined, (path, text) => {
    declarations.set(path.replace(/^\/out\//, '').replace(/\.d\.ts$/, '.ts'), text)
  })
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
  if (faults.length > 0) {
    throw new Error(
      ts.formatDiagnostics(faults, {
        getCanonicalFileName: name => name,
        getCurrentDirectory: () => root,
        getNewLine: () => '\n',
      }),
    )
  }
  return declarations
}

const SPECIFIER = /(from '|import\('|import ')(\.[^']+)(?=')/g

function reachable(
  declarations: ReadonlyMap<string, string>,
  entries: readonly string[],
): Set<string> {
  const reached = new Set<string>(entries)
  for (const path of reached) {
    for (const [, , specifier] of declarations.get(path)!.matchAll(SPECIFIER))
      reached.add(posix.join(posix.dirname(path), specifier!))
  }
  return reached
}

function placed(path: string): string {
  return path
    .replace(/^server\/http\/testing\/index\.ts$/, 'testing.ts')
    .replace(/^server\/http\/testing\//, 'testing/')
    .replace(/^client\/(src\/)?/, '')
    .replace(/^generated\/client\//, 'generated/')
    .replace(/\.ts$/, '')
}

function withSpecifiers(path: string, text: string, extension: string): string {
  return text.replace(SPECIFIER, (_, before: string, specifier: string) => {
    const target = placed(posix.join(posix.dirname(path), specifier))
    const relative = posix.relative(posix.dirname(placed(path)), target)
    return `${before}${relative.startsWith('.') ? relative : `./${relative}`}${extension}`
  })
}
