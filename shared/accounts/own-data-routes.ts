import * as v from 'valibot'
import { route } from '../contract/route.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))
/** `pass`: in the place of a token, for a browser that fetches by an address alone. */
const query = v.object({ pass: v.optional(v.string()), language: v.optional(v.picklist(['es', 'en'])) })
const passReply = v.object({ pass: v.string() })

export const ownData = route({
  name: 'accounts.ownData',
  method: 'GET',
  path: 'user/own-data',
  summary: {
    es: 'Descarga en un zip todo lo que la plataforma guarda de quien llama: para leerlo, y para llevarlo a otro programa.',
    en: 'Downloads as a zip everything that the platform keeps of the caller: to read, and to take to another program.',
  },
  access: 'session',
  params: v.object({}),
  query,
  raw: { reply: 'application/zip' },
  byPass: true,
  fails: ['archive_running', 'archives_busy'],
})

export const passToOwnData = route({
  name: 'accounts.passToOwnData',
  method: 'POST',
  path: 'user/own-data/pass',
  summary: {
    es: 'Pide un pase de un minuto para descargar por su dirección, con `?pass=`, los datos propios.',
    en: 'Asks for a pass of one minute to download one’s own data by its address, with `?pass=`.',
  },
  access: 'session',
  params: v.object({}),
  reply: passReply,
  fails: ['archive_running', 'archives_busy'],
})

export const userData = route({
  name: 'users.data',
  method: 'GET',
  path: 'user/:id/data',
  summary: {
    es: 'Lo mismo de una persona que lo pide, para la administración; queda en la auditoría antes del primer byte.',
    en: 'The same of somebody who asks for it, for administrators; it is in the audit before the first byte.',
  },
  access: 'administrator',
  params: v.object({ id }),
  query,
  raw: { reply: 'application/zip' },
  byPass: true,
  fails: ['not_found', 'archive_running', 'archives_busy'],
})

export const passToUserData = route({
  name: 'users.passToData',
  method: 'POST',
  path: 'user/:id/data/pass',
  summary: {
    es: 'Pide un pase de un minuto para descargar por su dirección, con `?pass=`, los datos de una persona.',
    en: 'Asks for a pass of one minute to download somebody’s data by its address, with `?pass=`.',
  },
  access: 'administrator',
  params: v.object({ id }),
  reply: passReply,
  fails: ['not_found', 'archive_running', 'archives_busy'],
})
