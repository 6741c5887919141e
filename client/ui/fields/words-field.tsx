import { useEffect, useState } from 'react'
import { TextField } from './text-field.tsx'

/** What is typed is looked for once somebody rests. */
const restMs = 400
/** Most letters that are looked for. */
export const wordsMost = 200

interface Props {
  readonly label: string
  readonly words: string
  readonly onSeek: (words: string) => void
}

/** A word field that seeks once somebody rests. */
export function WordsField({ label, words, onSeek }: Props) {
  const [typed, setTyped] = useState(words)
  const [sent, setSent] = useState(words)
  // Somebody went back, or cleared the filters: what was typed goes with it.
  if (words !== sent) {
    setSent(words)
    setTyped(words)
  }
  useEffect(() => {
    if (typed === words) return
    const timer = setTimeout(() => {
      setSent(typed)
      onSeek(typed)
    }, restMs)
    return () => clearTimeout(timer)
    // What is typed alone begins a search.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed])
  return <TextField label={label} type="search" icon="search" autoComplete="off" maxLength={wordsMost} value={typed} onChange={setTyped} />
}
