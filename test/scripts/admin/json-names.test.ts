import t from 'tap'
import { minimalDelivery } from '../../reference/minimal-delivery.ts'
import { writeDelivery } from '../../reference/write-delivery.ts'
import { admin } from '../../support/admin.ts'
import { oddNames } from '../../support/odd-names.ts'

/** The CLI's commands that print JSON, by what their `--help` says. */
async function commandsWithJson(dir: string, path: readonly string[] = []): Promise<string[]> {
  const { stdout } = await admin(dir, ...path, '--help')
  const [, listed = ''] = stdout.split('Commands:\n')
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)]
    .map(([, name]) => name!)
    .filter(name => name !== 'help')
  const below = []
  for (const name of names) below.push(...(await commandsWithJson(dir, [...path, name])))
  return [...(/^ +--json/m.test(stdout) ? [path.join(' ')] : []), ...below]
}

/** What `forecast.test.ts` looks at, since it takes a while, and what needs a lake. */
const ELSEWHERE = ['forecast', 'forecast check', 'forecast backtest', 'lake files', 'lake verify']

t.test('all commands spell names in JSON alike', async t => {
  const dir = t.testdir()
  const data = `${dir}/data`
  await writeDelivery(`${dir}/one`, minimalDelivery(), { format: 'csv' })
  const calls: string[][] = [
    ['import', `${dir}/one`, '--check'],
    ['import', `${dir}/one`],
    ['import', `${dir}/one`],
    ['keys', 'create', '--company', '1', '--expires', '2090-01-01'],
    ['keys', 'list'],
    ['users', 'invite', '--company', '1', '--email', 'ada@example.com'],
    ['users', 'list'],
    ['users', 'erase', 'ada@example.com', '--yes'],
    ['access', 'list'],
    ['access', 'revoke', '--company', '1', '--app', '1'],
    ['access', 'grant', '--company', '1', '--app', '1'],
    ['runs', 'withdraw', '1', '--force', '--reason', 'wrong'],
    ['runs', 'list'],
    ['runs', 'restore', '1'],
    ['status'],
    ['companies', 'list'],
    ['verify'],
    ['export', `${dir}/exported`],
    ['backup', `${dir}/backup`],
    ['restore', `${dir}/backup`, '--replace'],
    ['events', 'list', '--app', '1'],
    ['events', 'remove', '--app', '1', '--ids', '1', '--yes'],
    ['budgets', 'list', '--app', '1'],
    ['budgets', 'remove', '--app', '1', '--before', '2026-01'],
    ['prune', '--keep-days', '1', '--dry-run'],
    ['apps', 'list'],
    ['apps', 'remove', '1', '--dry-run'],
    ['companies', 'remove', '1', '--yes'],
    ['audit'],
  ]
  for (const call of calls) {
    const { stdout } = await admin(data, ...call, '--json')
    const printed = stdout.trim().split('\n')
    t.not(printed[0], '', `${call.join(' ')} prints something`)
    for (const line of printed) t.strictSame(oddNames(JSON.parse(line)), [], call.join(' '))
  }
  const tried = (command: string) =>
    calls.some(call => `${call.join(' ')} `.startsWith(`${command} `))
  t.strictSame(
    (await commandsWithJson(data)).filter(command => !tried(command)),
    ELSEWHERE,
  )
})
