import { actText } from '#client/areas/administration/audit/act-words.ts'
import { auditText } from '#client/areas/administration/audit/text.ts'
import { translate } from '#client/i18n/text.ts'
import { actKinds, groupOf } from '#shared/audit/model.ts'
import { errors, isErrorCode } from '#shared/errors.ts'
import { mutations } from '#shared/mutations.ts'
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

test('every mutation, and every act that is none, has a sentence of its own in the audit and a subject to be looked for by', () => {
  const t = translate(auditText, 'es')
  const kinds = [...mutations.keys(), ...actKinds]
  expect(kinds.filter((kind) => actText(t, kind) === t('kind_other'))).toEqual([])
  expect(kinds.filter((kind) => groupOf(kind) === 'platform' && !kind.startsWith('platform.'))).toEqual([])
  expect(new Set(kinds.map((kind) => actText(t, kind))).size).toBe(new Set(kinds).size)
})
