import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { standingSchema } from './model.ts'

/** A sign that somebody is at a place, or nowhere any more. Nothing of it is stored. */
export const stand = route({
  name: 'presence.stand',
  method: 'POST',
  path: 'sync/presence',
  summary: {
    es: 'Señal de que la persona tiene abierta una pregunta, para sus colegas en línea. No se guarda.',
    en: 'A sign that the person has a question open, for colleagues on line. Nothing of it is stored.',
  },
  access: 'session',
  body: v.object({ at: v.nullable(standingSchema) }),
  reply: v.null(),
  fails: ['not_found'],
  // One every few seconds while somebody goes from question to question.
  limits: { bodyBytes: 2_000, pace: { burst: 20, perSecond: 1 } },
})
