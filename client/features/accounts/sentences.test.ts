import { expect, test } from 'vitest'
import { failure } from '#shared/kernel/failure.ts'
import { errorText } from '#client/i18n/errors.ts'
import { translate } from '#client/i18n/text.ts'
import { accountsText } from './text.ts'

test('a deactivated account is told whom to ask, in an institution and in the lab', () => {
  expect(errorText(failure('revoked'))).toBe('Su cuenta fue desactivada. Consulte al líder de su institución o al laboratorio.')
})

test('[SD1] who comes back to their sign-in reads that the session was closed, whether nobody used the device or they forgot their PIN', () => {
  expect(translate(accountsText, 'es')('locked', { name: 'Ana' })).toBe(
    'Ana, su sesión se cerró. Lo que hizo sigue guardado en este equipo: ingrese para continuar.',
  )
})
