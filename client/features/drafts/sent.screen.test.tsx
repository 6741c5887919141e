import { screen } from '@testing-library/dom'
import { test } from 'vitest'
import { pageAddress } from '#shared/addresses.ts'
import { isSentOnce, type SendingPlace } from '#client/testing/drafts.ts'
import { fillingOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { admin, peopleOf } from '#server/testing/personas.ts'
import { coordination, difficulty, difficultyText } from '#server/testing/questions.ts'

const { professional } = peopleOf('norte')
const talent = fillingOf('talento-humano')
const inCard = (question: string) => async (): Promise<HTMLElement> => (await cardOf(question)).findByRole('textbox')
const textbox = (name: string) => (): Promise<HTMLElement> => screen.findByRole('textbox', { name })

const places: readonly (SendingPlace & { readonly called: string })[] = [
  { called: 'a short text', who: professional, address: talent, field: inCard(coordination), change: 'answer.set' },
  {
    called: 'a long text',
    who: professional,
    address: talent,
    field: inCard(difficulty),
    rich: true,
    stem: difficultyText,
    change: 'answer.set',
  },
  {
    called: 'the name of a form',
    who: admin,
    address: pageAddress('formEditor', { form: 'indice-2026' }),
    field: textbox('Nombre'),
    change: 'form.edit',
  },
  {
    called: 'English',
    who: admin,
    address: pageAddress('formEditor', { form: 'indice-2025', ver: 'traducir', sub: 'talento-humano', estado: 'all' }),
    field: textbox('Nombre en inglés, Talento Humano'),
    change: 'dimension.edit',
  },
]

test.for(places)('[HW2] $called is one change after each ending', (place) => isSentOnce(place))
