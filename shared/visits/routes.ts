import { route } from '../contract/route.ts'
import { visitSchema } from './model.ts'

export const visit = route({
  name: 'visits.visit',
  method: 'POST',
  path: 'user/visit',
  summary: {
    es: 'Junta la visita que cuenta un equipo con las que la persona hizo en otros, y responde cuál es.',
    en: 'Puts the visit that a device tells together with those that the person made on others, and says which it is.',
  },
  access: 'session',
  body: visitSchema,
  reply: visitSchema,
  fails: [],
})
