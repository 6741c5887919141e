import { sentId } from '../simulators/ground.ts'
import type { Options } from './small-world.ts'

/** A few mutations on a few devices, and what may go wrong between them. `sent`: the institution has sent before it begins. */
export type World = Omit<Options, 'fault' | 'hasty'> & { readonly name: string; readonly sent?: boolean }

/** Ana leads, Carlos is responsible for q7: what she writes there meets what he writes, and then she takes the question herself. */
const conflict = [
  {
    device: 'ana',
    personId: 'ana',
    acts: [
      { name: 'answer.set', args: { unit: 'q7', value: 'de Ana' } },
      { name: 'assignment.set', args: { elements: [{ element: 'q7', level: 'Question', seen: 1 }], who: { userId: 'ana' } } },
    ],
  },
  { device: 'carlos', personId: 'carlos', acts: [{ name: 'answer.set', args: { unit: 'q7', value: 'de Carlos' } }] },
] as const

export const answersMeet: World = {
  name: 'an answer meets another of the same question, and who is responsible changes',
  scripts: conflict,
  units: ['q7'],
  bounds: { troubles: 1, walks: 0 },
}

/** One person on two devices, who writes over what she wrote, maybe while it is on its way. */
const rewriting = [
  {
    device: 'laptop',
    personId: 'ana',
    acts: [
      { name: 'answer.set', args: { unit: 'q1', value: 'uno' } },
      { name: 'answer.set', args: { unit: 'q1', value: 'dos' } },
    ],
  },
  { device: 'phone', personId: 'ana', acts: [{ name: 'answer.set', args: { unit: 'q1', value: 'tres' } }] },
] as const

export const answerIsRewritten: World = {
  name: 'one person writes over an answer on one device and answers it on another',
  scripts: rewriting,
  units: ['q1'],
  bounds: { troubles: 1, walks: 0 },
}

/** Ana asks about an answer of Berta's while Berta changes it. */
const commenting = [
  {
    device: 'ana',
    personId: 'ana',
    acts: [{ name: 'comment.add', args: { id: 'comment-1', unit: 'q5', threadId: 'thread-1', body: '¿Seguro?' } }],
  },
  {
    device: 'berta',
    personId: 'berta',
    acts: [
      { name: 'answer.set', args: { unit: 'q5', value: 'sí' } },
      { name: 'answer.set', args: { unit: 'q5', value: 'no' } },
    ],
  },
] as const

export const commentMeetsAnswer: World = {
  name: 'a comment meets the answer that it is about',
  scripts: commenting,
  units: ['q5'],
  bounds: { troubles: 0, walks: 0 },
}

/** Ana takes back what her institution sent and corrects an answer, while Eva opens it. */
const takingBack = [
  {
    device: 'ana',
    personId: 'ana',
    acts: [
      { name: 'answers.recall', args: { send: sentId } },
      { name: 'answer.set', args: { unit: 'q1', value: 'corregido' } },
    ],
  },
  { device: 'eva', personId: 'eva', acts: [{ name: 'answers.open', args: { send: sentId } }] },
] as const

export const recallMeetsOpening: World = {
  name: 'a send is taken back while it is being opened, and an answer is corrected',
  scripts: takingBack,
  units: ['q1'],
  bounds: { troubles: 0, walks: 1 },
  sent: true,
}
