import { expect, test } from 'vitest'
import { isSameMac, oneTimeMac } from './one-time-mac.ts'

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const written = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

// RFC 8439, 2.5.2 and appendix A.3.
const ietf =
  'Any submission to the IETF intended by the Contributor for publication as all or part of an IETF Internet-Draft or RFC and any statement made within the context of an IETF activity is considered an "IETF Contribution". Such statements include oral statements in IETF sessions, as well as written and electronic communications made at any time or place, which are addressed to'
const s = '36e5f6b5c5e06070f0efca96227a863e'
const cases: readonly (readonly [key: string, message: Uint8Array, tag: string])[] = [
  [
    '85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b',
    utf8('Cryptographic Forum Research Group'),
    'a8061dc1305136c6c22b8baf0c0127a9',
  ],
  ['00'.repeat(32), new Uint8Array(64), '00'.repeat(16)],
  ['00'.repeat(16) + s, utf8(ietf), s],
  [s + '00'.repeat(16), utf8(ietf), 'f3477e7cd95417af89a6b8794c310cf0'],
  ['02' + '00'.repeat(31), hex('ff'.repeat(16)), '03' + '00'.repeat(15)],
  ['02' + '00'.repeat(15) + 'ff'.repeat(16), hex('02' + '00'.repeat(15)), '03' + '00'.repeat(15)],
  ['01' + '00'.repeat(31), hex('ff'.repeat(16) + 'f0' + 'ff'.repeat(15) + '11' + '00'.repeat(15)), '05' + '00'.repeat(15)],
  ['01' + '00'.repeat(31), hex('ff'.repeat(16) + 'fb' + 'fe'.repeat(15) + '01'.repeat(16)), '00'.repeat(16)],
  ['02' + '00'.repeat(31), hex('fd' + 'ff'.repeat(15)), 'fa' + 'ff'.repeat(15)],
]

test('[LK8] the tag of what is typed is the one of RFC 8439', () => {
  for (const [key, message, tag] of cases) expect(written(oneTimeMac(hex(key), message)), `${message.length} bytes under ${key}`).toBe(tag)
})

test('[LK8] tags that differ anywhere, or in length, are not the same', () => {
  const tag = hex('a8061dc1305136c6c22b8baf0c0127a9')
  expect(isSameMac(tag, Uint8Array.from(tag))).toBe(true)
  for (let at = 0; at < tag.length; at += 1) expect(isSameMac(tag, tag.with(at, (tag[at] ?? 0) ^ 1))).toBe(false)
  expect([isSameMac(tag, tag.subarray(0, 15)), isSameMac(tag.subarray(0, 15), tag), isSameMac(new Uint8Array(0), tag)]).toEqual([
    false,
    false,
    false,
  ])
})
