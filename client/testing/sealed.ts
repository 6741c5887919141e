import { waitFor } from '@testing-library/dom'
import { expect } from 'vitest'
import { must } from '#shared/kernel/assert.ts'
import type { TestApp } from '#server/testing/app.ts'
import { arrivedAt, pressable } from './find.ts'
import type { TestScreen } from './render-screen.tsx'

/** Deactivates an account, or makes it active again, as an administrator would. */
export async function setActive({ db }: TestApp, userId: string, active: boolean): Promise<void> {
  await db.q
    .updateTable('user')
    .set({ active: active ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

/** The device of an account that was deactivated meanwhile comes back to a network: the sealed copy of what it could not send. */
export async function sealedCopyOf({ user, network, downloads }: TestScreen): Promise<File> {
  network.set('online')
  await arrivedAt(/^\/login\?error=revoked/)
  await user.click(await pressable('Descargar una copia'))
  await waitFor(() => expect(downloads).toHaveLength(1))
  return must(downloads[0], 'nothing was downloaded')
}
