import { describe, expect, test } from 'vitest'
import { lettersProblem, textOf } from './alphabets.ts'
import type { Decode } from './alphabets.ts'

const decode: Decode = (bytes, alphabet, fatal) => new TextDecoder(alphabet, { fatal }).decode(bytes)
/** Text of which `\xNN` are bytes, and what is no Latin letter UTF-8. */
const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from([...text].flatMap((sign) => (sign <= '\u00ff' ? [sign.charCodeAt(0)] : [...new TextEncoder().encode(sign)])))
const read = (bytes: Uint8Array): unknown => {
  const text = textOf(bytes, decode)
  return text.ok ? text.value : [text.failure.code, ...Object.values(text.failure.params ?? {})]
}
const utf8 = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text))

describe('[TI10] alphabets', () => {
  test.each([
    ['UTF-8', utf8('código;Niñez\n'), 'código;Niñez\n'],
    ['UTF-8 with its mark', `\xef\xbb\xbf${utf8('código')}`, 'código'],
    ['Windows', 'c\xf3digo;Ni\xf1ez;\x93o\x94;Arica\x96Parinacota', 'código;Niñez;“o”;Arica–Parinacota'],
    ['Windows without an accent', 'O\x92Higgins;\x80 5', 'O’Higgins;€ 5'],
    ['capitals of Windows', 'DIRECCI\xd3N;A\xd1O', 'DIRECCIÓN;AÑO'],
    ['French of Windows', 'Fran\xe7ois;c\x9cur;H\xf4tel;\xe9t\xe9', undefined],
    ['a Macintosh', 'Direcci\x97n de Ni\x96ez;Bogot\x87;caf\x8e', 'Dirección de Niñez;Bogotá;café'],
    ['capitals of a Macintosh', 'DIRECCI\xeeN;A\x84O', 'DIRECCIÓN;AÑO'],
    ['UTF-16 with its mark', `\xff\xfec\0\xf3\0d\0;\0`, 'cód;'],
    ['UTF-16 without a mark', 'c\0\xf3\0d\0i\0g\0o\0;\0p\0\n\0', 'código;p\n'],
    ['UTF-16 the other way round', '\0c\0\xf3\0d\0i\0g\0o\0;\0p\0\n', 'código;p\n'],
  ])('%s is read', (_, given, meant) => {
    if (meant !== undefined) expect(read(bytesOf(given))).toBe(meant)
  })

  test('two in one file are not guessed: the row is said', () => {
    const lines = ['código;nombre', 'a;Dirección de Niñez', 'b;"dos\nlíneas"'].map(utf8)
    expect(read(bytesOf([...lines, 'c;Servicio del A\xf1o', utf8('d;Niñez')].join('\r\n')))).toEqual(['text_alphabets', 4])
    expect(read(bytesOf(['a;Ni\xf1ez', 'b;Regi\xf3n', utf8('c;Niñez')].join('\n')))).toEqual(['text_alphabets', 3])
    expect(read(bytesOf('a;Ni\xf1ez\nb;Regi\xf3n\nc;Bogot\x87'))).toEqual(['text_alphabets', 3])
    expect(read(bytesOf('\xef\xbb\xbfa;b\nAño'))).toEqual(['text_alphabets', 2])
  })

  test('what none of them fits is refused with its row', () => {
    expect(read(bytesOf('a;b\nDirecci\xa2n;Ni\xa4ez'))).toEqual(['text_alphabet_unknown', 2])
    expect(read(bytesOf('a;b\nDirecci\x97n'))).toEqual(['text_alphabet_unknown', 2])
    expect(read(bytesOf('a\nb\nc\x81'))).toEqual(['text_alphabet_unknown', 3])
  })

  test('letters that are gone, and those that only a second reading makes, are told with what was meant', () => {
    const told = (text: string): unknown => {
      const found = lettersProblem(text)
      return found && [found.code, ...Object.values(found.params ?? {})]
    }
    expect(told('Direcci\ufffdn')).toEqual(['table_letters_lost', 'Direcci\ufffdn'])
    expect(told('DirecciÃ³n de NiÃ±ez')).toEqual(['table_letters_twice', 'DirecciÃ³n de NiÃ±ez', 'Dirección de Niñez'])
    expect(told('NÂ° 4 â€“ Â¿SÃ\u00ad? â€œAÃ±oâ€\u009d')).toEqual([
      'table_letters_twice',
      'NÂ° 4 â€“ Â¿SÃ\u00ad? â€œAÃ±oâ€\u009d',
      'N° 4 – ¿Sí? “Año”',
    ])
    expect(told('DirecciÃƒÂ³n')).toEqual(['table_letters_twice', 'DirecciÃƒÂ³n', 'Dirección'])
    expect(told('Direcci√≥n')).toEqual(['table_letters_twice', 'Direcci√≥n', 'Dirección'])
    for (const right of ['Dirección', 'SÃO PAULO', '«CAFÉ»', '“CAFÉ”', 'TRÂNSITO', 'm²', '√2', 'Âge', '20 € – 30 €'])
      expect(told(right), right).toBe(undefined)
  })
})
