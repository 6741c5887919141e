import { must } from '#shared/kernel/assert.ts'
import { describe, expect, test } from 'vitest'
import { configOf } from '../config.ts'
import { callerOf, isLoopbackAddress, networkOf, noProxies, proxiesOf } from './peer.ts'

const proxies = must(proxiesOf('10.0.0.0/8, 2001:db8::/32 127.0.0.1'), 'proxies')

describe('who calls', () => {
  test.each([
    ['9.9.9.9', null, '9.9.9.9', 'a caller without a proxy is the other end of the connection'],
    ['9.9.9.9', '6.6.6.6', '9.9.9.9', 'a caller who is no proxy says nothing about itself'],
    ['10.0.0.1', '6.6.6.6', '6.6.6.6', 'a trusted proxy is believed'],
    ['10.0.0.1', '1.1.1.1, 6.6.6.6', '6.6.6.6', 'only the last hop is the proxy’s own word'],
    ['10.0.0.1', '1.1.1.1, 6.6.6.6, 10.0.0.2', '6.6.6.6', 'trusted proxies behind each other are passed over'],
    ['10.0.0.1', null, '10.0.0.1', 'a proxy that says nothing calls itself'],
    ['10.0.0.1', '6.6.6.6, unknown', '10.0.0.1', 'what is no address ends the list'],
    ['10.0.0.1', '6.6.6.6, "; drop', '10.0.0.1', 'what is no address ends the list'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3', 'all of them trusted: the first'],
    ['::ffff:10.0.0.1', '::ffff:6.6.6.6', '6.6.6.6', 'IPv4 in IPv6 is IPv4'],
    ['::ffff:10.0.0.1', '::ffff:606:606', '6.6.6.6', 'however it is written'],
    ['2001:db8::1', '2001:db9::7', '2001:db9::7', 'IPv6'],
    ['fe80::1%eth0', '6.6.6.6', 'fe80::1', 'a zone is not part of an address'],
    ['', '6.6.6.6', '', 'no connection, nobody'],
  ])('%s, forwarded for %s, is %s: %s', (peer, forwarded, caller, _why) => {
    expect(callerOf(peer, forwarded, proxies)).toBe(caller)
  })

  test('without a setting nobody is trusted, not even this machine', () => {
    expect(callerOf('127.0.0.1', '6.6.6.6', noProxies)).toBe('127.0.0.1')
    expect(configOf({}).trustedProxies.trusts('127.0.0.1')).toBe(false)
    expect(configOf({ TRUSTED_PROXY: '127.0.0.1,::1' }).trustedProxies.trusts('::1')).toBe(true)
  })

  test.each(['nginx', '10.0.0.0/33', '10.0.0.0/8/8', '::/129', '10.0.0.1/x', '10.0.0.0/-1', '300.0.0.1'])(
    '%s is no proxy’s address',
    (text) => {
      expect(proxiesOf(text)).toBeUndefined()
      expect(() => configOf({ TRUSTED_PROXY: text })).toThrow('TRUSTED_PROXY must be addresses')
    },
  )

  test('one network is an IPv4 address or an IPv6 /64', () => {
    expect(networkOf('6.6.6.6')).toBe('6.6.6.6')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
  })

  test('this machine is 127.x and ::1', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1'].filter((each) => !isLoopbackAddress(each))).toEqual([
      '0:0:0:0:0:0:0:1',
    ])
    expect(['', '10.0.0.1', '127.evil.example', '::ffff:10.0.0.1', '::2'].filter(isLoopbackAddress)).toEqual([])
  })
})
