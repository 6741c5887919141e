import { useState } from 'react'
import type { Send } from '#shared/sends/model.ts'
import { useOpenWorld, useReading } from '#client/data/use-world.ts'

/** Sends of the institution, the newest first. */
export function useSends(): readonly Send[] {
  return useReading(
    ['table:send'],
    (world) => [...world.list('send')].toSorted((left, right) => (left.sentAt < right.sentAt ? 1 : -1)),
    (left, right) => left.length === right.length,
  )
}

/** This person's newest send, when it came after they began to look. */
export function useFreshSend(sendsBefore: number | undefined): { readonly fresh: Send | undefined; readonly before: number } {
  const { actor } = useOpenWorld()
  const own = useSends().filter((send) => send.authorId === actor.id)
  const [before] = useState(sendsBefore ?? own.length)
  return { fresh: own.length > before ? own[0] : undefined, before }
}
