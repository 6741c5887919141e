import { expect, test } from 'vitest'
import { aPublic, aResultsView } from '#client/areas/site/results/fixtures.ts'
import { previewText } from './preview-text.ts'
import { columnGrid, saidIn } from '#client/areas/site/results/said.ts'

test('[DB13] the preview of a column rounds as the page that visitors see', () => {
  const column = { preDecoration: '$', postDecoration: 'M', isPercentual: false }
  expect(previewText(column, [0.06], 'es')(0.06)).toBe('$\u00a00,060\u00a0M')
  expect(previewText({ ...column, isPercentual: true }, [12, 24], 'en')(12)).toBe('$\u00a012%\u00a0M')
  const [shown] = aResultsView().general
  if (!shown) throw new Error('there is a column')
  for (const figures of [[0.06], [36, 12.25], [0.2, 0.031, 7]]) {
    const view = aResultsView({ chosen: figures.map((each, at) => aPublic(String(at), 50, { figures: { [shown.id]: each } })), mean: null })
    expect(figures.map(previewText(shown, figures, 'es'))).toEqual(columnGrid(view, shown, saidIn('es')).cells.map(([cell]) => cell?.short))
  }
})
