import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import { inDialog, syncState } from '#client/testing/find.ts'
import { colleagues, fillingOf, worldOf } from '#client/testing/norte.ts'
import { cardOf } from '#client/testing/question.ts'
import { renderScreen } from '#client/testing/render-screen.tsx'
import { peopleOf } from '#server/testing/personas.ts'
import { staff, talent } from '#server/testing/questions.ts'

const { subdimensionLeader } = peopleOf('norte')

test.for(['350', 'abc'])(
  '[HW7] a sub-dimension that is taken away while its leader types %s: it is said on the page, with the text',
  async (typed) => {
    const { user, world } = await renderScreen(fillingOf('talento-humano'), { who: subdimensionLeader })
    const card = await cardOf(staff)
    await syncState('Al día')
    await user.type(card.getByRole('textbox'), typed, { initialSelectionStart: 0, initialSelectionEnd: Number.MAX_SAFE_INTEGER })
    const elements = [...(await worldOf(world)).list('assignment')]
      .filter(({ element }) => element === talent.subDimensionId)
      .map(({ element, level, rev }) => ({ element, level, seen: rev }))
    await colleagues(world)('norte-lider', 'assignment.set', { elements, who: { userId: 'norte-dimension' } })
    const title = await screen.findByRole('heading', { name: 'A medio escribir (1)' })
    expect(screen.queryByRole('article', { name: staff })).not.toBeInTheDocument()
    const kept = within(must(title.closest('section'), 'the list has no section'))
    expect(kept.getByText(typed)).toBeVisible()
    expect(kept.getByRole('button', { name: 'Copiar' })).toBeVisible()
    await user.click(kept.getByRole('button', { name: 'Descartar' }))
    await user.click((await inDialog(undefined, 'alertdialog')).getByRole('button', { name: 'Descartar' }))
    await syncState('Al día')
  },
)
