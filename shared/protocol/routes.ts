import { route } from '../contract/route.ts'
import { pullRequestSchema, pullWireSchema } from './pull.ts'
import { pushEnvelopeSchema, pushMaxBytes, pushReplySchema } from './push.ts'

/** Why nothing of an envelope is taken. */
const envelope = ['client_too_old', 'server_too_old', 'device_revoked', 'epoch_changed'] as const
/** Room for the envelope around a push of the largest size. */
const pushEnvelopeBytes = 64_000
/** Many more than a device that comes back after weeks needs. */
const pace = { burst: 300, perSecond: 20 } as const

/** Takes a batch of mutations; 200 once the envelope is readable, even when every mutation lost. */
export const push = route({
  name: 'sync.push',
  method: 'POST',
  path: 'sync/push',
  summary: {
    es: 'Recibe los cambios de un dispositivo, en orden, cada uno exactamente una vez.',
    en: 'Takes the mutations of one device, in order, each exactly once.',
  },
  access: 'session',
  body: pushEnvelopeSchema,
  reply: pushReplySchema,
  fails: [...envelope, 'device_fork', 'seq_gap'],
  limits: { bodyBytes: pushMaxBytes + pushEnvelopeBytes, pace },
})

/** Everything visible that changed since a cursor, with the acknowledgement of the same moment. */
export const pull = route({
  name: 'sync.pull',
  method: 'POST',
  path: 'sync/pull',
  summary: {
    es: 'Filas que cambiaron desde el cursor, por páginas; por columnas para quien pide grupos.',
    en: 'Rows that changed since the cursor, in pages; by columns for who asks for groups.',
  },
  access: 'session',
  body: pullRequestSchema,
  reply: pullWireSchema,
  fails: [...envelope, 'cursor_unknown'],
  limits: { pace },
})

/** Stream of `poke` events: versions of visible scopes, never content. */
export const events = route({
  name: 'sync.events',
  method: 'GET',
  path: 'sync/events',
  summary: { es: 'Eventos del servidor que dicen qué ámbitos cambiaron.', en: 'Server-sent events that say which scopes moved.' },
  access: 'session',
  raw: { reply: 'text/event-stream' },
  shown: true,
  fails: [],
})
