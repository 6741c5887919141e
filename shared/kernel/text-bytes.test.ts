import { expect, test } from 'vitest'
import { utf8Bytes } from './text-bytes.ts'

test.each(['', 'plain', 'año', 'Índice · 2024', '…', '日本', '🙂 y más', '\u0000\u007f\u0080\u07ff\u0800\uffff'])(
  '%s has as many bytes as UTF-8 gives it',
  (text) => {
    expect(utf8Bytes(text)).toBe(Buffer.from(text).length)
  },
)
