import { useState } from 'react'
import type { FormHeader } from '#shared/stages/model.ts'
import { chosenFormName } from '#client/data/session/session.ts'
import { readStored, writeStored } from '#client/data/storage.ts'

/** The form in front: the one chosen since the address asked for one, else the one it asks for, the one chosen last, or the newest enabled. */
export function useChosenForm(
  forms: readonly FormHeader[] | null,
  asked: string | undefined,
): readonly [FormHeader | undefined, (id: string) => void] {
  const [choice, setChoice] = useState<{ readonly asked: string | undefined; readonly id: string } | null>(null)
  const chosen = choice?.asked === asked ? choice?.id : undefined
  const id = chosen ?? asked ?? readStored(chosenFormName)
  const form = forms?.find((each) => each.id === id) ?? forms?.find((each) => each.enabled) ?? forms?.[0]
  const choose = (next: string): void => {
    writeStored(chosenFormName, next)
    setChoice({ asked, id: next })
  }
  return [form, choose]
}
