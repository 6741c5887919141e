import * as v from 'valibot'
import { route } from '../contract/route.ts'
import { pullRequestSchema, type PullReply } from './pull.ts'
import { pushEnvelopeSchema, type PushReply } from './push.ts'

/** Takes a batch of mutations; 200 once the envelope is readable, even when every mutation lost (sync.md §2.2). */
export const push = route({
  name: 'sync.push',
  method: 'POST',
  path: 'sync/push',
  summary: 'Takes the mutations of one device, in order, each exactly once.',
  access: 'session',
  body: pushEnvelopeSchema,
  reply: v.custom<PushReply>(() => true),
})

/** Everything visible that changed since a cursor, with the acknowledgement of the same moment (sync.md §2.3). */
export const pull = route({
  name: 'sync.pull',
  method: 'POST',
  path: 'sync/pull',
  summary: 'Rows that changed since the cursor, in pages; by columns for who asks for groups.',
  access: 'session',
  body: pullRequestSchema,
  reply: v.custom<PullReply>(() => true),
})

/** Stream of `poke` events: versions of visible scopes, never content (sync.md §2.5). */
export const events = route({
  name: 'sync.events',
  method: 'GET',
  path: 'sync/events',
  summary: 'Server-sent events that say which scopes moved.',
  access: 'session',
})
