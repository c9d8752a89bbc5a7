import t from 'tap'
import { admin } from '../support/admin.ts'
import { textOf } from '../support/pages.ts'

/** The commands of the operator's page, as its table writes them: words, placeholders, options. */
const written = [...textOf('server/README.md').matchAll(/^\| (`.*?) \|/gm)]
  .flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!))
  .filter(code => /^[a-z]+( |$)/.test(code))

t.test("every command on the operator's page exists, with its options", async t => {
  t.ok(written.length > 15, written.join(', '))
  const dir = t.testdir()
  for (const command of written) {
    const words = /^[a-z]+(?: [a-z]+)*/.exec(command)![0].split(' ')
    const { code, stdout, stderr } = await admin(dir, ...words, '--help')
    t.equal(code, 0, `${command}\n${stderr}`)
    t.match(stdout, `Usage: admin ${words.join(' ')}`, command)
    for (const [option] of command.matchAll(/--[a-z-]+/g))
      t.ok(stdout.includes(` ${option}`), `${option} of ${words.join(' ')}`)
  }
})
