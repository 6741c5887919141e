import { useEffect, useState } from 'react'
import type { Failure } from '#shared/kernel/failure.ts'
import { siteFileUses } from '#shared/site/file-routes.ts'
import type { KeptSiteFile } from '#shared/site/file-routes.ts'
import { callRoute } from '#client/data/server/call.ts'
import { usesByPage } from './uses.ts'
import type { PageUse } from './uses.ts'

interface FileUses {
  readonly uses: readonly PageUse[]
  readonly loading: boolean
  /** Why former versions could not be looked through; what the list knew is told all the same. */
  readonly failed: Failure | null
}

/** Which pages have a file, former versions among them, as the server knows it now. */
export function useFileUses(file: KeptSiteFile): FileUses {
  const [found, setFound] = useState<FileUses>({ uses: usesByPage(file.uses), loading: true, failed: null })
  const { _id: id } = file
  useEffect(() => {
    let left = false
    void callRoute(siteFileUses, { params: { id } }).then((reply) => {
      if (left) return
      setFound((known) =>
        reply.ok
          ? { uses: usesByPage(reply.value.uses), loading: false, failed: null }
          : { ...known, loading: false, failed: reply.failure },
      )
    })
    return () => {
      left = true
    }
  }, [id])
  return found
}
