import { fileURLToPath } from 'node:url'
import {
  Application,
  type Comment,
  type DeclarationReflection,
  LogLevel,
  type ParameterReflection,
  ReflectionKind,
  type SignatureReflection,
  type TypeParameterReflection,
} from 'typedoc'

/** A name exported by the client, or a member of it, with its doc comment in Markdown. */
export interface ReferenceItem {
  name: string
  kind: 'class' | 'function' | 'interface' | 'type' | 'member'
  signature: string
  doc: string
  members: ReferenceItem[]
}

export interface ReferenceModule {
  name: string
  doc: string
  items: ReferenceItem[]
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Entries of the package, and their sources. */
const ENTRIES: Record<string, string> = {
  '@uascope/client': 'client/src/index.ts',
  '@uascope/client/node': 'client/src/node.ts',
  '@uascope/client/rows': 'client/src/rows.ts',
  '@uascope/client/arrow': 'client/src/arrow.ts',
  '@uascope/client/arquero': 'client/src/arquero.ts',
  '@uascope/client/testing': 'server/http/testing/index.ts',
}

/** Rules between parameters, which only the compiler reads. */
const HIDDEN = /^(RulesOf|\w+Rules)$/

/** `client/reference.json`: the client's exports, read from the sources by TypeDoc. The service shows it at `/docs/client`. */
export async function clientReference(): Promise<string> {
  const app = await Application.bootstrap({
    entryPoints: Object.values(ENTRIES).map(path => ROOT + path),
    tsconfig: `${ROOT}tsconfig.json`,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    // `npm run typecheck` checks errors, in a quarter of the time.
    skipErrorChecking: true,
    logLevel: LogLevel.Error,
    sort: ['source-order'],
    sortEntryPoints: false,
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc could not read the client')
  const modules = Object.keys(ENTRIES).map((name, index): ReferenceModule => {
    const module = project.children![index]!
    return { name, doc: textOf(module.comment), items: itemsOf(module.children ?? []) }
  })
  return JSON.stringify(modules)
}

function itemsOf(reflections: readonly DeclarationReflection[]): ReferenceItem[] {
  const exported = new Set(['Error', ...reflections.map(({ name }) => name)])
  return reflections.flatMap(reflection => itemOf(reflection, exported))
}

/** @param exported names whose inherited members are not repeated */
function itemOf(reflection: DeclarationReflection, exported: ReadonlySet<string>): ReferenceItem[] {
  const { name, kind, comment, signatures, children = [] } = reflection
  if (kind === ReflectionKind.Reference || HIDDEN.test(name)) return []
  if (kind === ReflectionKind.Function) {
    return signatures!.map(signature => ({
      name,
      kind: 'function',
      signature: call(signature),
      doc: textOf(signature.comment),
      members: [],
    }))
  }
  const [word, keyword] = KINDS[kind] ?? ['type' as const, 'type']
  const parents = (reflection.extendedTypes ?? [])
    .map(type => type.toString())
    .filter(type => exported.has(type) || !/^\w+$/.test(type))
  const head = `${keyword} ${name}${generics(reflection.typeParameters)}${parents.length === 0 ? '' : ` extends ${parents.join(', ')}`}`
  const type = word === 'type' ? shortened(reflection.type?.toString()) : undefined
  const members = children
    .filter(({ inheritedFrom }) => !exported.has(inheritedFrom?.name.split('.')[0] ?? ''))
    .flatMap(memberOf)
  return [
    {
      name,
      kind: word,
      signature: type === undefined ? head : `${head} = ${type}`,
      doc: textOf(comment),
      members,
    },
  ]
}

const KINDS: Partial<Record<ReflectionKind, [kind: ReferenceItem['kind'], keyword: string]>> = {
  [ReflectionKind.Class]: ['class', 'class'],
  [ReflectionKind.Interface]: ['interface', 'interface'],
}

function memberOf(reflection: DeclarationReflection): ReferenceItem[] {
  const { name, signatures, getSignature, flags, comment, type } = reflection
  if (name === 'constructor' && signatures?.[0]?.inheritedFrom !== undefined) return []
  // Each error class sets its own.
  if (name === 'name' && reflection.overwrites !== undefined) return []
  if (signatures !== undefined) {
    return signatures.map(signature => ({
      name,
      kind: 'member',
      signature: call(signature),
      doc: textOf(signature.comment),
      members: [],
    }))
  }
  const accessor = getSignature?.comment
  const text = `${name}${flags.isOptional ? '?' : ''}: ${shortened((getSignature?.type ?? type)?.toString()) ?? 'object'}`
  return [{ name, kind: 'member', signature: text, doc: textOf(accessor ?? comment), members: [] }]
}

function call(signature: SignatureReflection): string {
  const parameters = (signature.parameters ?? []).map(parameterOf)
  const line = parameters.join(', ')
  const list = line.length < 60 ? line : `\n  ${parameters.join(',\n  ')},\n`
  const head =
    signature.kind === ReflectionKind.ConstructorSignature
      ? `new ${signature.parent.parent!.name}`
      : signature.name
  return `${head}${generics(signature.typeParameters)}(${list}): ${signature.type?.toString() ?? 'void'}`
}

function parameterOf({ name, flags, type, defaultValue }: ParameterReflection): string {
  return `${name}${flags.isOptional || defaultValue !== undefined ? '?' : ''}: ${type?.toString() ?? 'unknown'}`
}

function generics(parameters: readonly TypeParameterReflection[] | undefined): string {
  if (parameters === undefined || parameters.length === 0) return ''
  return `<${parameters.map(({ name, type, default: preset }) => `${name}${type === undefined ? '' : ` extends ${type.toString()}`}${preset === undefined ? '' : ` = ${preset.toString()}`}`).join(', ')}>`
}

/** Omits computed types, which explain nothing. */
function shortened(type: string | undefined): string | undefined {
  return type === undefined || type.length > 400 || / extends .* \? /s.test(type) ? undefined : type
}

const TAGS: Record<string, string> = { '@throws': 'Throws', '@returns': 'Returns' }

function textOf(comment: Comment | undefined): string {
  if (comment === undefined) return ''
  const written = (parts: Comment['summary']) =>
    parts
      .map(({ text }) => text)
      .join('')
      .trim()
  const tags = comment.blockTags.flatMap(({ tag, content }) =>
    tag in TAGS ? [`${TAGS[tag]} ${written(content).replace(/^(\w+Error)\b/, '`$1`')}.`] : [],
  )
  return [written(comment.summary), ...tags].filter(text => text !== '').join('\n\n')
}
