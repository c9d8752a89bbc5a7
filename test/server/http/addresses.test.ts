import t from 'tap'
import { clientAddress, networkOf } from '../../../server/http/addresses.ts'

t.test('an address is an IPv4 address or the /64 of an IPv6 address, however it is written', t => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::7]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
    ['x'.repeat(100), 'x'.repeat(64)],
  ] as const)
    t.equal(networkOf(address), network, address)
  t.end()
})

t.test('the last forwarded address counts, and only behind a trusted proxy', t => {
  const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.2' }
  t.equal(clientAddress(headers, '127.0.0.1', true), '198.51.100.2')
  t.equal(clientAddress(headers, '127.0.0.1', false), '127.0.0.1')
  t.equal(clientAddress({ 'x-forwarded-for': ' ' }, '127.0.0.1', true), '127.0.0.1')
  t.equal(clientAddress({}, undefined, true), '')
  t.end()
})
