import t from 'tap'
import { adminCommand } from '../../../../server/core/runtime/commands.ts'

t.test('a hint names the command of this installation', async t => {
  t.equal(adminCommand('status'), '`npm run -s admin -- status`', 'in a checkout')
  for (const script of ['start', 'admin'])
    t.equal(
      adminCommand('status', { admin: '/uascope/dist/admin.js', script }),
      '`npm run -s admin -- status`',
    )
  const admin = '/opt/uascope/dist/admin.js'
  const built = (folder: string) =>
    adminCommand('status', { admin, folder, startedAs: '/usr/bin/node', script: undefined })
  t.equal(built('/opt/uascope'), '`node dist/admin.js status`')
  t.equal(built('/opt/uascope/dist'), '`node admin.js status`')
  t.equal(built('/'), '`node opt/uascope/dist/admin.js status`')
  t.equal(built('/var/lib/uascope'), `\`node ${admin} status\``, 'in full where it lies elsewhere')
  t.equal(
    adminCommand('status', { admin, folder: '/', startedAs: 'uascope', script: undefined }),
    '`uascope admin status`',
    "as the package's command",
  )
})
