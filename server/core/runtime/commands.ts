import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `admin.js` in a built folder. */
const ADMIN = fileURLToPath(new URL('../../../scripts/admin/main.ts', import.meta.url))

interface Running {
  admin?: string
  /** `uascope` if the package's command started this process (`scripts/cli`). */
  startedAs?: string
  /** The script of `package.json` that started this process. */
  script?: string | undefined
  folder?: string
}

/** A CLI command as this installation runs it from its working directory, in backticks. */
export function adminCommand(
  args: string,
  {
    admin = ADMIN,
    startedAs = process.argv0,
    script = process.env['npm_lifecycle_event'],
    folder = process.cwd(),
  }: Running = {},
): string {
  // Both build what they run, in a checkout.
  const isCheckout = script === 'start' || script === 'admin' || basename(admin) !== 'admin.js'
  if (isCheckout) return `\`npm run -s admin -- ${args}\``
  if (startedAs === 'uascope') return `\`uascope admin ${args}\``
  const near = relative(folder, admin)
  return `\`node ${near.startsWith('..') ? admin : near} ${args}\``
}
