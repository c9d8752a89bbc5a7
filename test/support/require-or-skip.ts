import type { Test } from 'tap'

/**
 * Whether a test has what it needs. Where it lacks it, the test is skipped with a line that is hard to overlook, unless
 * `REQUIRE_ALL=1` forbids that: then it fails.
 */
export function requireOrSkip(t: Test, found: boolean, need: string): boolean {
  if (found) return true
  const message = `SKIPPED, NOT TESTED: ${need} is missing (scripts/ci installs it)`
  if (process.env['REQUIRE_ALL'] === '1') {
    t.fail(message)
    return false
  }
  console.error(`\n!!! ${t.fullname}: ${message}\n`)
  t.pass(message, { skip: message })
  return false
}
