import ts from 'typescript'
import { repository } from '../../support/repository.ts'

const { config } = ts.readConfigFile(`${repository}tsconfig.json`, path => ts.sys.readFile(path))
const { options, fileNames } = ts.parseJsonConfigFileContent(
  { ...(config as object), include: ['server', 'client/src', 'mcp', 'generated'] },
  ts.sys,
  repository,
)

/** Read once for all programs. */
const sources = new Map<string, ts.SourceFile | undefined>()

let previous: ts.Program | undefined

/**
 * What the compiler says of the sources, tests excepted, with these files in `generated/`: everything by the path of the file that it names.
 * Nothing is written: the generated files are only in memory.
 */
export function typeCheck(generated: ReadonlyMap<string, string>): Map<string, string> {
  const texts = new Map([...generated].map(([path, text]) => [`${repository}generated/${path}`, text]))
  const host = ts.createCompilerHost(options)
  const program = ts.createProgram(
    [...new Set([...fileNames, ...texts.keys()])],
    options,
    {
      ...host,
      fileExists: path => texts.has(path) || host.fileExists(path),
      readFile: path => texts.get(path) ?? host.readFile(path),
      getSourceFile(path, version) {
        const text = texts.get(path)
        const known = sources.get(path)
        if (text === undefined ? known !== undefined : known?.text === text) return known
        const source = text === undefined ? host.getSourceFile(path, version) : ts.createSourceFile(path, text, version)
        sources.set(path, source)
        return source
      },
    },
    previous,
  )
  previous = program
  const found = new Map<string, string>()
  for (const source of program.getSourceFiles()) {
    if (program.isSourceFileFromExternalLibrary(source) || source.isDeclarationFile) continue
    for (const { messageText } of program.getSemanticDiagnostics(source)) {
      const path = source.fileName.slice(repository.length)
      const text = ts.flattenDiagnosticMessageText(messageText, '\n')
      found.set(path, [...(found.has(path) ? [found.get(path)] : []), text].join('\n'))
    }
  }
  return found
}
