import { errors, isErrorCode } from '#shared/errors.ts'
import { expect, test } from 'vitest'
import { productFiles } from './house.ts'

const speaking = productFiles.filter((file) => file.side !== 'client' && file.path !== 'shared/errors.ts')

test('every code can be returned: some code of shared, sync or server names it', () => {
  const named = new Set(speaking.flatMap((file) => [...file.text.matchAll(/'([a-z][a-z_]*)'/g)].map((match) => match[1] ?? '')))
  expect(Object.keys(errors).filter((code) => !named.has(code))).toEqual([])
})

test('no refusal names a code that the registry lacks', () => {
  const unknown = speaking.flatMap((file) =>
    [...file.text.matchAll(/\b(?:fail|failure|lost|refused)\(\s*'([a-z_]+)'/g)]
      .map((match) => match[1] ?? '')
      .filter((code) => !isErrorCode(code))
      .map((code) => `${file.path}: ${code}`),
  )
  expect(unknown).toEqual([])
})
