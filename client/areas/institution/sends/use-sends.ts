import { useState } from 'react'
import type { Send } from '#shared/sends/model.ts'
import { receiptsFor } from '#shared/sends/receipt.ts'
import { useOpenWorld, useReading } from '#client/data/world/use-world.ts'

/** Receipts that this person reads, the newest first (RT2). */
export function useSends(): readonly Send[] {
  return useReading(
    ['table:send', 'table:participant'],
    (world, { actor }) => receiptsFor(world, actor),
    (left, right) => left.length === right.length && left.every((send, at) => send === right[at]),
  )
}

/** This person's newest send, when it came after they began to look. */
export function useFreshSend(sendsBefore: number | undefined): { readonly fresh: Send | undefined; readonly before: number } {
  const { actor } = useOpenWorld()
  const own = useSends().filter((send) => send.authorId === actor.id)
  const [before] = useState(sendsBefore ?? own.length)
  return { fresh: own.length > before ? own[0] : undefined, before }
}
