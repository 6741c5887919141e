import { expect, test } from 'vitest'
import { shownStyles } from './shown-styles.ts'

const css = `@layer utilities {
  .hidden { display: none; color: red; }
  .lg\\:block { @media (width >= 80rem) { display: block; } }
  .max-sm\\:hidden { @media (width < 600px) { display: none } }
  .print { @media print { display: none } }
  .outer { &:hover { visibility: hidden } }
}
@supports (display: grid) { .grid { display: grid } }`

test('of a style sheet what shows and hides at a width is left, flat', () => {
  expect(shownStyles(css, 1280).split('\n')).toEqual([
    '.hidden { display: none }',
    '.lg\\:block { display: block }',
    '.outer:hover { visibility: hidden }',
  ])
  expect(shownStyles(css, 390).split('\n')).toEqual([
    '.hidden { display: none }',
    '.max-sm\\:hidden { display: none }',
    '.outer:hover { visibility: hidden }',
  ])
})
