import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { counted } from './model.ts'

/**
 * A device takes another token for its session: it makes one of 256 bits, keeps it where it is safe, and names its SHA-256. A reply that is
 * lost leaves it with both, of which one opens the session, and the same call with the new one says so again.
 */
export const renewToken = route({
  name: 'accounts.renewToken',
  method: 'POST',
  path: 'auth/token',
  summary: {
    es: 'Cambia el token de la sesión por otro que hizo el equipo, del que se da el SHA-256 en hexadecimal. El anterior deja de servir de inmediato.',
    en: 'Changes the session’s token for another one that the device made, of which the SHA-256 is given in hexadecimal. The former stops working at once.',
  },
  access: 'session',
  body: v.object({ tokenHash: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)) }),
  reply: v.object({ renewed: v.boolean() }),
  fails: [...counted],
})
