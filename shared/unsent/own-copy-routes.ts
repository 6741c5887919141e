import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { copyLockSchema } from './model.ts'

export const opening = ['backup_unreadable', 'copy_other_server', 'copy_not_sealed'] as const

/** Opens the lock of a copy for the person whose work it holds, who then reads it on their own device. */
export const openOwnCopy = route({
  name: 'unsent.open',
  method: 'POST',
  path: 'unsent/key',
  summary: {
    es: 'Entrega la llave del contenido de una copia sellada de trabajo sin enviar, solo a quien la hizo.',
    en: 'Gives the key to the content of a sealed copy of unsent work, to its author only.',
  },
  access: 'session',
  body: copyLockSchema,
  reply: v.object({ contentKey: v.string() }),
  fails: [...opening, 'backup_other_author'],
  limits: { pace: { burst: 20, perSecond: 1 } },
})
