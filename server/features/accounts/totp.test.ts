import { expect, test } from 'vitest'
import { base32, matchedStep, stepAt, totpCode, totpLink } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('[SF1] a code is what the vectors of RFC 6238 say for its moment', () => {
  const vectors: readonly (readonly [seconds: number, code: string])[] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]
  for (const [seconds, code] of vectors) {
    expect(totpCode(secret, stepAt(seconds * 1000), 8), String(seconds)).toBe(code)
    expect(totpCode(secret, stepAt(seconds * 1000)), String(seconds)).toBe(code.slice(2))
  }
})

test('[SF1] a code is good for its half minute, the one before and the one after, and for none that is not later than the last', () => {
  const at = 1_234_567_890_000
  const now = stepAt(at)
  const tried = (step: number, last = 0): number | undefined => matchedStep(secret, totpCode(secret, step), at, last)
  expect([-2, -1, 0, 1, 2].map((by) => tried(now + by))).toEqual([undefined, now - 1, now, now + 1, undefined])
  expect([-1, 0, 1].map((by) => tried(now + by, now))).toEqual([undefined, undefined, now + 1])
  // A clock that was a year ahead.
  expect(tried(now, now + 1_051_200)).toBe(now)
  for (const other of ['', '00592', '0059244', ' 005924', '００５９２４']) expect(matchedStep(secret, other, at, 0), other).toBeUndefined()
})

test('a secret is typed in the letters of RFC 4648, and its address names the account', () => {
  for (const [text, typed] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    expect(base32(Buffer.from(text))).toBe(typed)
  expect(base32(Buffer.alloc(20, 255))).toBe('7'.repeat(32))
  const link = new URL(totpLink(secret, 'eva+1@lab.example'))
  expect([link.protocol, decodeURIComponent(link.pathname)]).toEqual(['otpauth:', '/IIP:eva+1@lab.example'])
  expect(Object.fromEntries(link.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'IIP',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
