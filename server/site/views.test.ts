import { expect, test } from 'vitest'
import { askedFilterIn } from './views.ts'

test('[WS8] a form that is sent without a script says each chosen year by itself, and all of them count', () => {
  const asked = (query: string) => askedFilterIn(new URLSearchParams(query))
  expect(asked('years=2022&years=2024&category=&orientation=')).toMatchObject({ years: '2022,2024', category: '' })
  expect(asked('years=2022,2023').years).toBe('2022,2023')
  expect(asked('category=Pilares').years).toBeUndefined()
})
