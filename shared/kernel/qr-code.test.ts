import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

/** Begins like the address of a key, and is as long as wanted. */
const textOf = (length: number): string => 'otpauth://totp/IIP:eva@x.example?secret=ABCDEFGH234567'.repeat(6).slice(0, length)

test('a picture of each version is the one that another program has read back', () => {
  const drawn = [1, 14, 26, 27, 62, 84, 106, 122, 152, 180, 213].map((length) => {
    const modules = qrCode(textOf(length)) ?? []
    const text = modules.map((line) => line.map((dark) => (dark ? '1' : '0')).join('')).join('\n')
    return [length, modules.length, createHash('sha256').update(text).digest('hex').slice(0, 16)]
  })
  expect(drawn).toEqual([
    [1, 21, 'fd01cf331dafb356'],
    [14, 21, 'f45a4d73c34279a2'],
    [26, 25, 'f46d4be7e6965fce'],
    [27, 29, '984edf7ddf63bc1b'],
    [62, 33, '17a6bcae65bb8827'],
    [84, 37, 'a697083a02456ce8'],
    [106, 41, 'cc12b61eefa0fe48'],
    [122, 45, 'e17cc85f42682b1f'],
    [152, 49, '96db5ab4f84f3197'],
    [180, 53, '54d5cf92bd821958'],
    [213, 57, 'a8274b51fcbdfa11'],
  ])
})

test('what is too long for a picture has none, counted in bytes', () => {
  expect(qrCode(textOf(213))).toBeDefined()
  expect(qrCode(textOf(214))).toBeUndefined()
  expect(qrCode('ñ'.repeat(107))).toBeUndefined()
})
