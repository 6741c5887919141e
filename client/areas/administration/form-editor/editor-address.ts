import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** The two parts of a form that are worked on. */
export const tabs = ['form', 'survey'] as const
export type Tab = (typeof tabs)[number]

/** What of a form is open: all of it stands in the address, so that a link, the way back and a reload lead there again. */
export interface EditorView {
  /** Whether its texts are being translated. */
  readonly translating: boolean
  /** Whether its alerts are declared. */
  readonly alerting: boolean
  readonly tab: Tab
  /** Sub-dimension to unfold. */
  readonly sub: string | null
  /** Question that is open. */
  readonly question: string | null
  /** Field of it to go to. */
  readonly field: string | null
}

export interface EditorAddress extends EditorView {
  /** The list of what is missing was asked for, until anything else is. */
  readonly missing: boolean
  readonly go: (part: Partial<Omit<EditorView, 'translating' | 'alerting'>>) => void
}

const tabNamed = (name: string | null): Tab => tabs.find((each) => each === name) ?? 'form'

/** What is open of the form, read from the address and written to it. */
export function useEditorAddress(): EditorAddress {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const translating = search.get('ver') === 'traducir'
  const alerting = search.get('ver') === 'alertas'
  const tab = tabNamed(search.get('tab'))
  const sub = search.get('sub')
  const question = search.get('q')
  const field = search.get('campo')
  const missing = search.has('falta')
  const go = useCallback(
    (part: Partial<Omit<EditorView, 'translating' | 'alerting'>>): void => {
      const now = new URLSearchParams(location.search)
      const had = now.get('q')
      // A step among the questions leads out of their translation.
      now.delete('ver')
      const put = (key: string, value: string | null | undefined): void => {
        if (value === null) now.delete(key)
        else if (value !== undefined) now.set(key, value)
      }
      now.delete('falta')
      put('tab', part.tab === 'form' ? null : part.tab)
      put('sub', part.sub)
      put('q', part.question)
      if (part.question !== undefined) put('campo', part.field ?? null)
      // From one question to the next is no step of its own: the way back leads out of the question to the list.
      const replace = part.tab === undefined && (part.question === undefined || part.question === null || had !== null)
      void navigate({ search: now.toString() }, { replace, state: { stays: true }, preventScrollReset: true })
    },
    [navigate],
  )
  return useMemo(
    () => ({ translating, alerting, tab, sub, question, field, missing, go }),
    [translating, alerting, tab, sub, question, field, missing, go],
  )
}
