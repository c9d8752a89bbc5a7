#!/usr/bin/env node
/** The package's command `uascope`: runs the service, or the CLI as `uascope admin ...`. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { requireNode } from '../../server/core/runtime/node-version.ts'

requireNode()

const USAGE = `uascope ${manifest.version}

  uascope                      serves on http://127.0.0.1:8080, data in ./data; configured by environment variables (PORT, DATA_DIR, ...)
  uascope admin COMMAND ...    loads and manages data; uascope admin --help
  uascope --version
`

const [first, ...others] = process.argv.slice(2)
if (first === '--version' || first === '-V') console.log(manifest.version)
else if (first === undefined) run('server.js', [])
else if (first === 'admin') run('admin.js', others)
else if (first === '--help' || first === '-h' || first === 'help') console.log(USAGE)
else {
  console.error(`Unknown command ${JSON.stringify(first)}.\n\n${USAGE}`)
  process.exitCode = 1
}

function run(program: string, args: readonly string[]): void {
  const env = { UV_THREADPOOL_SIZE: '16', ...process.env }
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(program, import.meta.url)), ...args],
    {
      argv0: 'uascope',
      stdio: 'inherit',
      env,
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128)
  })
}
