import t from 'tap'
import { isSupported } from '../../../../server/core/runtime/node-version.ts'

t.test('versions of Node.js from the one that package.json names are supported', async t => {
  for (const version of ['20.19.0', '20.20.2', '21.0.0', '22.11.0', '24.1.0', '100.0.0'])
    t.equal(isSupported(version), true, version)
  for (const version of ['20.18.3', '20.9.0', '18.20.8', '16.0.0', '8.17.0'])
    t.equal(isSupported(version), false, version)
})
