import type { Core } from '../core.ts'
import type { Status } from '../face.ts'

export const statusOf = (core: Core): Omit<Status, 'status' | 'leading'> => ({
  subscribe: (topic, listener) =>
    topic.startsWith('table:') ? core.parts.replica.topics.subscribe(topic, listener) : core.topics.subscribe(topic, listener),
  version: (topic) => (topic.startsWith('table:') ? core.parts.replica.topics.version(topic) : core.topics.version(topic)),

  async syncNow() {
    const { loop, lane } = core.parts
    if (core.leading) {
      await loop.kick()
      lane.kick()
    } else core.post({ kind: 'walk' })
    return core.currentStatus()
  },
  callEnded(answered) {
    if (core.leading) core.parts.loop.callEnded(answered)
    else core.post({ kind: 'called', answered })
    // The guess may have changed.
    core.refreshStatus()
  },
  async reauthenticated() {
    if (!core.leading) return core.post({ kind: 'walk' })
    await core.parts.loop.unblock()
    core.parts.lane.kick()
  },
})
