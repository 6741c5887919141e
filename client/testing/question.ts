import { screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

export type Within = BoundFunctions<typeof queries>

const named = (text: string) => (name: string) => name === text || name === `${text} (opcional)`

/** What is in a question's card, as soon as it is there: the question by its words. */
export async function cardOf(text: string): Promise<Within> {
  return within(await screen.findByRole('article', { name: named(text) }))
}

/** Writes over a text or a number and leaves the field: it becomes the answer. */
export async function write(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.type(field, text, { initialSelectionStart: 0, initialSelectionEnd: Number.MAX_SAFE_INTEGER })
  await user.tab()
}

/** Writes over a long text, in whose editor the focus stays. It takes no keys without a layout: the text comes from the clipboard. */
export async function writeInto(user: UserEvent, editor: HTMLElement, text: string): Promise<void> {
  editor.focus()
  await user.keyboard('{Control>}a{/Control}')
  await user.paste(text)
}

/** The same, and leaves the editor: it becomes the answer. */
export async function writeLong(user: UserEvent, editor: HTMLElement, text: string): Promise<void> {
  await writeInto(user, editor, text)
  editor.blur()
}

/** The question and the part of it in which the focus is; '' where it is in none. */
export function focusedTask(): { readonly unit: string; readonly task: string } {
  const at = document.activeElement
  return {
    unit: at?.closest<HTMLElement>('[data-unit]')?.dataset['unit'] ?? '',
    task: at?.closest<HTMLElement>('[data-task]')?.dataset['task'] ?? '',
  }
}

/** Resolves once the focus is on what is to be done in another question than that one: which one it is. */
export async function ledOnFrom(unit: string): Promise<string> {
  await waitFor(() => {
    const at = focusedTask()
    expect(at.task).not.toBe('')
    expect(at.unit).not.toBe(unit)
  })
  return focusedTask().unit
}
