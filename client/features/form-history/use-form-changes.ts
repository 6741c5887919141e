import { useEffect, useState } from 'react'
import { parseScope } from '#shared/protocol/scope.ts'
import type { LiveQuestionnaire } from '#sync/replica/live-questionnaire.ts'
import { useEngine } from '#client/data/world/engine.tsx'
import { toldChange } from './form-change.ts'
import type { AskedChange, ToldChange } from './form-change.ts'
import { useTelling } from './use-telling.ts'

/** Says in words what changes of forms are, of the scopes that are given; undefined for whatever is none, or not on this device. */
export function useFormChanges(scopes: readonly string[]): (change: AskedChange & { readonly scope: string }) => ToldChange | undefined {
  const engine = useEngine()
  const telling = useTelling()
  const key = [...new Set(scopes.filter((scope) => parseScope(scope)?.kind === 'questionnaire'))].toSorted().join(' ')
  const [found, setFound] = useState<ReadonlyMap<string, LiveQuestionnaire>>(new Map())
  useEffect(() => {
    let left = false
    const open = async (): Promise<void> => {
      const opened = new Map<string, LiveQuestionnaire>()
      for (const text of key === '' ? [] : key.split(' ')) {
        const scope = parseScope(text)
        if (scope?.kind !== 'questionnaire') continue
        const live = await engine.questionnaire(scope.formId)
        if (live.ok) opened.set(text, live.value)
      }
      if (!left) setFound(opened)
    }
    void open()
    return () => {
      left = true
    }
  }, [engine, key])
  return (change) => {
    const live = found.get(change.scope)
    return live && toldChange(telling, live.state, change)
  }
}
