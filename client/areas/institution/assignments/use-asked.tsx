import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AssignmentLevel } from '#shared/assignments/model.ts'
import { assignerOf, heldBy, isLeader, leads } from '#shared/assignments/rules.ts'
import { shareOf } from '#shared/assignments/share.ts'
import type { Element } from '#shared/assignments/share.ts'
import type { TextRead } from '#shared/forms/in-language.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { may } from '#shared/privileges/rules.ts'
import type { World } from '#shared/world.ts'
import { useOpenWorld } from '#client/data/world/use-world.ts'
import type { OpenWorld } from '#client/data/world/use-world.ts'
import { formText } from '#client/features/texts/form-text.tsx'
import { useWindowAddress } from '#client/ui/overlays/use-window-address.ts'
import type { WindowNames } from '#client/ui/overlays/window-address.ts'
import { ShareBody } from './share-body.tsx'

/** Windows of the page to which a link leads, as its address calls them. */
export const assignmentWindows: WindowNames<'assign' | 'correct'> = { assign: 'nuevo', correct: 'editar' }

/** What the window in which a person is chosen is about. */
export type Asked =
  | {
      readonly kind: 'elements'
      readonly level: AssignmentLevel
      readonly elements: readonly string[]
      readonly about: TextRead
      readonly holder: UserId | null
    }
  | { readonly kind: 'several'; readonly elements: readonly Element[]; readonly body: ReactNode }
  | { readonly kind: 'delegate' }
  | { readonly kind: 'leader'; readonly holder: UserId }

/** What it is about, as an address and a draft name it. */
export function nameOfAsked(asked: Asked): string {
  switch (asked.kind) {
    case 'elements':
      return asked.elements.join(',')
    case 'several':
      return asked.elements.map(({ element }) => element).join(',')
    case 'delegate':
    case 'leader':
      return asked.kind
  }
}

/** What an element of the questionnaire is called: a question with its number. */
export function elementText({ index }: World, { element, level }: Element): TextRead {
  if (level !== 'Question') {
    const dimension = index.dimension(element)
    return formText(dimension?.name ?? '', dimension?.en?.name)
  }
  const question = index.question(element)
  const { text, lang } = formText(question?.text ?? '', question?.en?.text)
  return { text: `${index.numberOf(element)} ${text}`, lang }
}

/** Whether this person may share questions out now. */
export const mayAssign = (open: OpenWorld): boolean =>
  !open.actor.watching && may(open.world(), open.actor, 'assignInstitutionResponsable', open.now())

/** What an address names; null where it names nothing that this person may give now. */
function askedBy(open: OpenWorld, name: string): Asked | null {
  const world = open.world()
  const { actor } = open
  const assigner = assignerOf(world, actor)
  if (!mayAssign(open)) return null
  if (name === 'leader') return leads(world, assigner) ? { kind: name, holder: world.participant.leaderId } : null
  if (name === 'delegate') return isLeader(world, actor.id) && world.participant.delegateId === null ? { kind: name } : null
  const share = shareOf(world, assigner, new Set(name.split(',')))
  const [first, ...more] = share.given
  if (!first) return null
  if (more.length > 0) return { kind: 'several', elements: share.given, body: <ShareBody share={share} /> }
  const { element, level } = first
  return { kind: 'elements', level, elements: [element], about: elementText(world, first), holder: heldBy(world, element) }
}

interface Asking {
  readonly asked: Asked | null
  readonly ask: (asked: Asked) => void
  readonly close: () => void
}

/** What the open window is about: a button asked for it, or a link led to it. */
export function useAsked(): Asking {
  const open = useOpenWorld()
  const linked = useWindowAddress(assignmentWindows)
  const [asked, setAsked] = useState<Asked | null>(null)
  const name = linked.open?.act === 'assign' ? linked.open.id : null
  const [found, setFound] = useState<{ readonly name: string | null; readonly asked: Asked | null }>({ name: null, asked: null })
  // As it stood when the window opened.
  if (found.name !== name) setFound({ name, asked: name === null ? null : askedBy(open, name) })
  return {
    asked: asked ?? found.asked,
    ask: setAsked,
    close: () => {
      setAsked(null)
      if (name !== null) linked.close()
    },
  }
}
