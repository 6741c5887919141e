import * as v from 'valibot'
import { doorFailures } from '../contract/door.ts'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128))

/** How a form's replica is configured, as callers read it. `points` is text, as they write it; '' where nothing is configured. */
const replicaViewSchema = v.object({
  _id: is.formId,
  name: v.string(),
  points: v.string(),
  /** Sub-dimensions that nobody may appeal. */
  subdimensions: is.list(is.dimensionId),
  /** How many sub-dimensions the form has. */
  total: v.number(),
  /** Points come about 1 automatically, 2 manually: then they are uploaded again after the replica. */
  calculatedBy: v.picklist([1, 2]),
  /** The replica has begun: nothing can be changed any more. */
  closed: v.boolean(),
})

export const replicas = route({
  name: 'replica.list',
  method: 'GET',
  path: 'form/replica',
  summary: { es: 'La configuración de la réplica de cada formulario.', en: 'How the replica of each form is configured.' },
  access: 'administrator',
  reply: is.list(replicaViewSchema),
  fails: [],
})

export const configure = route({
  name: 'replica.configure',
  method: 'POST',
  path: 'form/replica/:form',
  summary: {
    es: 'Configura la réplica de un formulario: cuántas subdimensiones puede apelar una institución (`points`, en texto) y cuáles se excluyen.',
    en: 'Configures the replica of a form: how many sub-dimensions an institution may appeal (`points`, as text), and which are excluded.',
  },
  access: 'administrator',
  params: v.object({ form: id }),
  body: v.object({
    formId: v.optional(id),
    subdimensions: v.pipe(v.array(id), v.maxLength(1000)),
    points: v.pipe(v.string(), v.maxLength(20)),
  }),
  reply: replicaViewSchema,
  fails: [
    ...doorFailures,
    'administrators_only',
    'changed_meanwhile',
    'replica_configuration_closed',
    'replica_points_over',
    'replica_points_invalid',
    'replica_excluded_missing',
    'replica_excluded_unknown',
  ],
})
