import { Argument, Command, CommanderError, Option } from 'commander'
import type { Storage } from '../../server/store/facts/common/storage.ts'
import { withStorage } from '../../server/store/facts/open-storage.ts'
import type { ImportOptions, ImportSummary } from '../../server/imports/load/import.ts'
import type { Print } from '../../server/imports/progress.ts'
import type { StorageAddress } from '../../server/core/model/storage-address.ts'
import type { Config } from '../../server/core/runtime/config.ts'
import { print, printError, printJson } from '../../server/core/runtime/print.ts'
import { importProgress } from '../../server/core/runtime/progress.ts'
import { describeFailure, type Output } from './output.ts'

export type Load = (
  address: StorageAddress,
  options: Omit<ImportOptions, 'now'>,
  apart?: { nice: number },
) => Promise<ImportSummary>

/** The surroundings of a command. */
export interface Shell {
  config: Config
  /** Makes a path on the command line absolute. */
  resolvePath: (path: string) => string
  load: Load
}

/** @throws InvalidArgumentError */
type Parse<Value> = (text: string, shell: Shell) => Value

interface Parameter<Value> {
  /** For an option, the whole of `--name <placeholder>` but the name; arguments have none. */
  placeholder?: string
  description: string
  parse?: Parse<Value>
  preset?: Value
  isRequired?: boolean
}

type ValueOf<Some> = Some extends Parameter<infer Value> ? Value : never

/** By name; what is not given, and has no default, is missing. */
type Values<Some> = {
  [Name in keyof Some as undefined extends ValueOf<Some[Name]> ? never : Name]: ValueOf<Some[Name]>
} & {
  [Name in keyof Some as undefined extends ValueOf<Some[Name]> ? Name : never]?: Exclude<
    ValueOf<Some[Name]>,
    undefined
  >
}

export function flag(description: string): Parameter<boolean> {
  return { placeholder: '', description }
}

export function option<Value>(
  placeholder: string,
  description: string,
  parse: Parse<Value>,
): Parameter<Value | undefined> {
  return { placeholder, description, parse }
}

/** An option that is required, unless it has a default. */
export function required<Value>(
  placeholder: string,
  description: string,
  parse: Parse<Value>,
  preset?: Value,
): Parameter<Value> {
  const isRequired = preset === undefined
  return { placeholder, description, parse, isRequired, ...(isRequired ? {} : { preset }) }
}

export function argument<Value>(description: string, parse: Parse<Value>): Parameter<Value> {
  return { description, parse }
}

/** A command as a table, and a function from the values of its parameters to what it prints. */
interface Spec<Parameters> {
  name: string
  description: string
  /** Arguments by the name that help shows, and options: `dryRun` is `--dry-run`. */
  parameters?: Parameters
  /** The description of `--json`. */
  json?: string
  /** The error of values that cannot be combined. */
  check?: (values: Values<Parameters>) => string | undefined
  run?: (values: Values<Parameters>, context: Context) => Promise<Output | void>
  /** The same with the store, which is closed before anything is printed. */
  inStore?: (
    values: Values<Parameters>,
    storage: Storage,
    context: Context,
  ) => Promise<Output | void>
  commands?: readonly MakeCommand[]
}

interface Context extends Shell {
  command: Command
  progress: Print
}

export type MakeCommand = (shell: Shell) => Command

export function command<Parameters extends Readonly<Record<string, Parameter<unknown>>>>(
  spec: Spec<Parameters>,
): MakeCommand {
  return shell => {
    const made = new Command(spec.name).exitOverride().description(spec.description)
    const parameters = Object.entries(spec.parameters ?? {})
    for (const [name, parameter] of parameters) addParameter(made, name, parameter, shell)
    if (spec.json !== undefined) made.option('--json', spec.json)
    for (const makeCommand of spec.commands ?? []) made.addCommand(makeCommand(shell))
    const { run, inStore } = spec
    if (run === undefined && inStore === undefined) return made
    // Options after a subcommand's name are the subcommand's.
    if (spec.commands !== undefined) made.enablePositionalOptions()
    return made.action(async () => {
      const inputs = new Map<string, unknown>([
        ...Object.entries<unknown>(made.opts()),
        ...made.registeredArguments.map(
          (argument, index) => [argument.name(), made.processedArgs[index]] as const,
        ),
      ])
      const values = Object.fromEntries(
        parameters.flatMap(([name, { placeholder }]) =>
          inputs.has(name) || placeholder === '' ? [[name, inputs.get(name) ?? false]] : [],
        ),
      ) as Values<Parameters>
      const problem = spec.check?.(values)
      if (problem !== undefined) made.error(`error: ${problem}`)
      const output = await withProgress(async progress => {
        const context = { ...shell, command: made, progress }
        if (run !== undefined) return await run(values, context)
        return await withStorage(shell.config, storage => inStore!(values, storage, context))
      }).catch(describeFailure)
      if (output) printOutput(output, made.opts()['json'] === true)
    })
  }
}

function addParameter(
  made: Command,
  name: string,
  { placeholder, description, parse, preset, isRequired = false }: Parameter<unknown>,
  shell: Shell,
): void {
  const read = (text: string): unknown => parse!(text, shell)
  if (placeholder === undefined) {
    made.addArgument(new Argument(name, description).argParser(read))
    return
  }
  const kebab = name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  const added = new Option(`--${kebab} ${placeholder}`.trim(), description)
  added.makeOptionMandatory(isRequired)
  if (preset !== undefined) added.default(preset)
  if (parse !== undefined) added.argParser(read)
  made.addOption(added)
}

function printOutput(
  { json, lines = [], messages = [], exitCode = 0 }: Output,
  isJson: boolean,
): void {
  if (isJson) printJson(json)
  else {
    if (lines.length > 0) print(...lines)
    if (messages.length > 0) printError(...messages)
  }
  if (exitCode !== 0) throw new CommanderError(exitCode, 'uascope.result', '')
}

/** Runs `use` with a print to stderr. Lines that the next one replaces (`isLive`) are printed on a terminal only. */
async function withProgress<Result>(use: (print: Print) => Promise<Result>): Promise<Result> {
  const { progress, live, end } = importProgress()
  return await use((line, isLive = false) =>
    !isLive || live ? progress(line) : undefined,
  ).finally(end)
}
