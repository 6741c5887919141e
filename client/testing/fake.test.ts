import { expect, test } from 'vitest'
import { me, signIn } from '#shared/accounts/routes.ts'
import { dimensions } from '#shared/forms/routes.ts'
import { fake, refuse } from './fake.ts'

const post = (body: unknown): Request =>
  new Request('http://localhost/api/v1/auth', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a fake answers its own call and no other', () => {
  const one = fake(me, () => refuse('unavailable'))
  expect(one.matches(new Request('http://localhost/api/v1/auth/me'))).toBe(true)
  expect(one.matches(new Request('http://localhost/api/v1/auth/me', { method: 'POST' }))).toBe(false)
  expect(one.matches(new Request('http://localhost/api/v1/auth/me/else'))).toBe(false)
})

test('a refusal that the route does not name fails the test', async () => {
  const named = fake(signIn, () => refuse('login_failed'))
  expect((await named.answer(post({ email: 'ana@norte.example', password: 'x' }))).status).toBe(401)
  const other = fake(signIn, () => refuse('form_sent'))
  await expect(other.answer(post({ email: 'ana@norte.example', password: 'x' }))).rejects.toThrow(
    'signIn does not declare the code form_sent',
  )
})

test('a call of another form than the contract’s fails the test', async () => {
  const one = fake(signIn, () => refuse('login_failed'))
  await expect(one.answer(post({ email: 7 }))).rejects.toThrow('otherwise than the contract says')
})

test('a reply of another form than the contract’s fails the test', async () => {
  // A reply that lacks a field does not compile; one that the compiler was talked into fails here.
  const broken = { name: 'Índice' } as never
  await expect(fake(dimensions, () => broken).answer(new Request('http://localhost/api/v1/form/f1/dimensions'))).rejects.toThrow(
    'does not declare',
  )
})
