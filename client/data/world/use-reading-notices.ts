import { useCallback } from 'react'
import { noticesMax, type Notice } from '#shared/notices/model.ts'
import { readNotices } from '#shared/notices/mutations.ts'
import { ownScope } from '#shared/protocol/scope.ts'
import { useEngine } from './engine.tsx'

/** Marks notices as read: here at once, on the person's other devices when they hear of it. */
export function useReadingNotices(): (notices: readonly Notice[]) => void {
  const engine = useEngine()
  return useCallback(
    (notices) => {
      const ids = notices.flatMap(({ id, readAt }) => (readAt === null ? [id] : [])).slice(0, noticesMax)
      // Where nothing can be kept the mark is not: the notice stays unread, and says so.
      if (ids.length > 0) void engine.dispatch(readNotices, ownScope(engine.actor.id), { ids })
    },
    [engine],
  )
}
