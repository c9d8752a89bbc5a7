import type { Test } from 'tap'

/** The script in scripts/ci that installs what a test needs, by how the need is called. */
const INSTALLERS: readonly [need: RegExp, script: string][] = [
  [/MariaDB/, 'install-mariadb'],
  [/Chromium|^(Node|Bun|Deno)/, 'install-runtimes'],
  [/mcp/i, 'install-mcp-clients'],
  [/promtool/, 'install-promtool'],
  [/pandas|jsonlite/, 'install-analysts'],
  [/chDB/, 'install-chdb'],
  [/curl|jq|openssl|zstd|haproxy/i, 'install-page-tools'],
]

/**
 * Returns whether a test has what it needs. If not, skips the test with a reason that names the command to install it, which the summary of the
 * run repeats. With `REQUIRE_ALL=1` the test fails instead.
 */
export function requireOrSkip(t: Test, isPresent: boolean, need: string): boolean {
  if (isPresent) return true
  const script = INSTALLERS.find(([pattern]) => pattern.test(need))?.[1]
  const message = `not tested: ${need} is missing${script === undefined ? '' : `; to install it, run: bash scripts/ci/${script}`}`
  if (process.env['REQUIRE_ALL'] === '1') t.fail(message)
  else t.pass(message, { skip: message })
  return false
}
