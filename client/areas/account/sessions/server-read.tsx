import { useCallback, useEffect, useState } from 'react'
import type { Result } from '#shared/kernel/result.ts'
import { useOnline } from '#client/data/server/online.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { Skeleton } from '#client/ui/loading/skeleton.tsx'
import { sessionsText } from './sessions-text.ts'

/** Something of an account that only the server has. Undefined while it is on its way, null when it could not be had. */
export interface ServerRead<T> {
  readonly value: T | null | undefined
  readonly load: () => Promise<void>
}

/** Reads it as soon as there is a network, and again when there is one again. `read` must be stable. */
export function useServerRead<T>(read: () => Promise<Result<T>>): ServerRead<T> {
  const online = useOnline()
  const [value, setValue] = useState<T | null>()
  const load = useCallback(async (): Promise<void> => {
    const reply = await read()
    setValue(reply.ok ? reply.value : null)
  }, [read])
  useEffect(() => {
    if (online) void load()
  }, [online, load])
  return { value, load }
}

interface Props {
  readonly of: ServerRead<unknown>
  /** What is said where it could not be had, and where there is no network to ask. */
  readonly missing: string
  readonly needsNetwork: string
}

/** What stands in the place of what has not come; nothing when it is here. */
export function ServerReadState({ of: { value, load }, missing, needsNetwork }: Props) {
  const t = useText(sessionsText)
  const online = useOnline()
  if (value !== undefined && value !== null) return null
  if (!online) return <p className="text-ink-600">{needsNetwork}</p>
  if (value === undefined) return <Skeleton />
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" onClick={() => void load()}>
          {t('retry')}
        </Button>
      }
    >
      {missing}
    </Notice>
  )
}
