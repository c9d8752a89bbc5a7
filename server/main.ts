import { requireNode } from './core/runtime/node-version.ts'
import manifest from '../package.json' with { type: 'json' }
import { errorLines } from './core/runtime/config-error.ts'
import { print, printError } from './core/runtime/print.ts'
import { keepFilesPrivate } from './core/runtime/private-files.ts'

requireNode()
if (process.argv.includes('--version')) {
  print(manifest.version)
  process.exit(0)
}
keepFilesPrivate()

/** Nothing to finish until the service serves. */
let stop = async (reason: string): Promise<void> =>
  printError(`The start was stopped by ${reason}.`)

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Ms within which a signal may arrive twice: npm passes on what the terminal has sent to this process too. Later ones end it at once. */
const TWICE = 1000

let isStopping = false
function end(reason: NodeJS.Signals): void {
  if (isStopping) return
  isStopping = true
  setTimeout(() => SIGNALS.forEach(signal => process.off(signal, end)), TWICE).unref()
  void stop(reason).then(() => process.exit(0))
}
for (const signal of SIGNALS) process.on(signal, end)

try {
  // Signals are handled while it loads.
  const [{ publicUrl, unnamedHostNote }, { start }] = await Promise.all([
    import('./core/runtime/public-url.ts'),
    import('./start.ts'),
  ])
  const { config, service, keys, hint } = await start(process.env)
  stop = reason => service.stop(reason)
  const address = publicUrl({ ...config, baseUrl: null }, service.server.info.port)
  const listening = `Listening on ${address}${config.baseUrl === null ? '' : ` (public address ${config.baseUrl})`}`
  print(...keys.map(key => `API key: ${key}`), listening)
  for (const note of unnamedHostNote(config, address)) printError(note)
  // Not on stdout, which has only JSON lines from now on.
  if (config.web) printError(`Open in a browser: ${config.baseUrl ?? address}/`)
  if (keys.length === 0) printError(hint)
} catch (error) {
  printError(...errorLines('uascope cannot start', error as Error))
  // Open handles must not keep a failed service alive.
  process.exit(1)
}
