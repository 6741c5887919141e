import { afterEach, expect, test, vi } from 'vitest'
import { publicReply } from './kept-call.ts'
import { onDevice } from '#client/data/testing/fake-caches.ts'

const path = '/api/v1/publicReports/results?form=f1&lang=es'
afterEach(() => vi.unstubAllGlobals())

test('[DB14] what the server told is told again without a network, and no longer once it was taken from the public', async () => {
  const away = async (): Promise<Response> => {
    throw new TypeError('no network')
  }
  let answer = async (): Promise<Response> => Response.json({ success: true, data: { formId: 'f1' } })
  onDevice(() => answer())
  expect(await publicReply(path)).toMatchObject({ is: 'told', value: { formId: 'f1' }, keptAt: null })
  answer = away
  expect(await publicReply(path)).toMatchObject({ is: 'told', value: { formId: 'f1' } })
  // What stands between says nothing of what is public.
  answer = async () => Response.json({ success: false, error: { code: 'unavailable', message: '' } }, { status: 503 })
  expect(await publicReply(path)).toMatchObject({ is: 'told' })
  answer = async () => Response.json({ success: false, error: { code: 'results_not_public', message: '' } }, { status: 404 })
  expect(await publicReply(path)).toEqual({ is: 'refused', code: 'results_not_public' })
  answer = away
  expect(await publicReply(path)).toEqual({ is: 'absent' })
})
