import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** In a built folder its `admin.js`. */
const ADMIN = fileURLToPath(new URL('../../scripts/admin/main.ts', import.meta.url))

interface Running {
  admin?: string
  /** `uascope` if the package's command started this process (`scripts/cli`). */
  startedAs?: string
  folder?: string
}

/** A command of the CLI as it works in this installation's working directory, in backticks. */
export function adminCommand(args: string, { admin = ADMIN, startedAs = process.argv0, folder = process.cwd() }: Running = {}): string {
  if (basename(admin) !== 'admin.js') return `\`npm run -s admin -- ${args}\``
  if (startedAs === 'uascope') return `\`uascope admin ${args}\``
  const near = relative(folder, admin)
  return `\`node ${near.startsWith('..') ? admin : near} ${args}\``
}
