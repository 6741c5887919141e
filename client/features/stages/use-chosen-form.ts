import { useState } from 'react'
import type { FormHeader } from '#shared/stages/model.ts'
import { chosenFormName } from '#client/data/session.ts'
import { readStored, writeStored } from '#client/data/storage.ts'

/** The form in front: the one chosen last, else the newest that is enabled. */
export function useChosenForm(forms: readonly FormHeader[] | null): readonly [FormHeader | undefined, (id: string) => void] {
  const [chosen, setChosen] = useState(() => readStored(chosenFormName))
  const form = forms?.find((each) => each.id === chosen) ?? forms?.find((each) => each.enabled) ?? forms?.[0]
  const choose = (id: string): void => {
    writeStored(chosenFormName, id)
    setChosen(id)
  }
  return [form, choose]
}
