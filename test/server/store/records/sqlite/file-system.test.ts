import t from 'tap'
import { networkFileSystem } from '../../../../../server/store/records/sqlite/open.ts'

t.test('network file systems are known by their type, and local ones are not refused', t => {
  t.equal(networkFileSystem(t.testdir()), null)
  t.equal(
    networkFileSystem('/', () => 0x6969),
    'NFS',
  )
  t.equal(
    networkFileSystem('/', () => 0xff534d42 | 0),
    'CIFS',
  )
  t.end()
})
