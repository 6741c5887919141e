import * as v from 'valibot'
import { route } from '../contract/route.ts'

const state = v.object({ on: v.boolean() })

export const reminders = route({
  name: 'accounts.reminders',
  method: 'GET',
  path: 'user/settings/reminders',
  summary: {
    es: 'Si la persona recibe recordatorios de plazo. Solo para personas de instituciones.',
    en: 'Whether the person gets reminders of deadlines. For people of institutions alone.',
  },
  access: 'session',
  reply: state,
  fails: ['not_found'],
})

export const setReminders = route({
  name: 'accounts.setReminders',
  method: 'PUT',
  path: 'user/settings/reminders',
  summary: {
    es: 'Activa o desactiva los recordatorios de plazo de la persona, y ningún otro correo.',
    en: 'Turns the person’s reminders of deadlines on or off, and no other letter.',
  },
  access: 'session',
  body: state,
  reply: state,
  fails: ['not_found'],
})
