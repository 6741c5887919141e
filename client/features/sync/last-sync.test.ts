import { expect, test } from 'vitest'
import { translate } from '#client/i18n/text.ts'
import { lastSync } from './last-sync.ts'
import { panelText } from './panel-text.ts'

const t = translate(panelText, 'es')
const moment = (at: string): string => at

test('the last sync is said where it is known, and one that is still to come after a session ended asks for signing in', () => {
  expect(lastSync(t, moment, 0, 'needs-auth')).toBe('1970-01-01T00:00:00.000Z')
  expect(lastSync(t, moment, null, 'offline')).toBe('Aún no')
  expect(lastSync(t, moment, null, 'needs-auth')).toBe('Cuando vuelva a iniciar sesión')
  expect(lastSync(t, moment, undefined, 'needs-auth')).toBe('…')
})

test('an import says what it brought, and that what the server has is not done twice', () => {
  expect(t('imported', { n: 11, files: 0, drafts: 0 })).toBe(
    'Copia importada: 11 cambios, 0 archivos. Lo que el servidor ya recibió no se repite.',
  )
  expect(t('imported', { n: 0, files: 0, drafts: 1 })).toBe('Copia importada: 0 cambios, 0 archivos, 1 texto a medio escribir.')
  expect(t('imported', { n: 0, files: 0, drafts: 0 })).toBe('La copia no trae nada que no esté ya en este equipo.')
})
