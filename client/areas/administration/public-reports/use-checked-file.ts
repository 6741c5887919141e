import { useEffect, useRef, useState } from 'react'
import { checkWorkbook } from './check-workbook.ts'
import type { Looked } from './check-workbook.ts'

export interface CheckedFile {
  readonly file: File | null
  /** What was found in it; null without a file. */
  readonly look: Looked | 'looking' | null
  readonly choose: (file: File | null) => void
}

/** The workbook that was chosen, and what a worker finds in it; whoever chooses another, or goes, ends the search. */
export function useCheckedFile(): CheckedFile {
  const [file, setFile] = useState<File | null>(null)
  const [look, setLook] = useState<CheckedFile['look']>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const choose = (chosen: File | null): void => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setFile(chosen)
    setLook(chosen === null ? null : 'looking')
    if (chosen === null) return
    const tell = (found: Looked): void => {
      if (!abort.signal.aborted) setLook(found)
    }
    chosen
      .arrayBuffer()
      .then((bytes) => checkWorkbook(bytes, abort.signal))
      // A file that cannot be read now is told of when it is sent.
      .then(tell, () => tell({ kind: 'unread' }))
  }
  return { file, look, choose }
}
