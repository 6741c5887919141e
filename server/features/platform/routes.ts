import { failure, fail } from '#shared/kernel/failure.ts'
import { done } from '#shared/kernel/result.ts'
import type { Sheet } from '#shared/kernel/sheet.ts'
import { giveUpLetter, repeatLetters } from '#shared/platform/mutations.ts'
import * as contract from '#shared/platform/routes.ts'
import type { HeldStorage } from '#shared/platform/routes.ts'
import { catalogScope } from '#shared/protocol/scope.ts'
import { mount } from '../../http/mount.ts'
import { tableStream } from '../../reports/table.ts'
import type { Server } from '../../server.ts'
import { Refusal } from '../../sync/batch.ts'
import { changeTogether, keyedCall } from '../../sync/perform.ts'
import { quotaBytes } from '../attachments/uploads.ts'
import { waitingDevices } from './devices.ts'
import { giveLetterUp, letterPage, repeatable, takeUpAgain } from './letters.ts'
import { statusIn } from './status.ts'
import { StorageFigures } from './storage.ts'

/** The state of the platform, for administrators, and what they do about letters that could not be delivered (HP). */
export function mountPlatform(server: Server): void {
  const { db } = server
  const storage = new StorageFigures(db)

  mount(server, contract.platformStatus, async () => done(await db.read((tx) => statusIn(tx, server.signs.id, server.now()))))

  mount(server, contract.platformLetters, async ({ query }) => done(await db.read((tx) => letterPage(tx, query, server.now()))))

  mount(server, contract.repeatFailed, async ({ body, session, said }) => {
    const keyed = await keyedCall(server, session, said)
    if (!keyed.ok) return keyed
    const { own, before } = keyed.value
    if (before) return done({ sent: Number(before.reply?.['sent'] ?? 0), left: [], more: 0 })
    const now = server.now()
    const { ids, left, more } = await db.read((tx) => repeatable(tx, body, now))
    const stay = [...left].map(([hindrance, n]) => ({ hindrance, n }))
    if (ids.length === 0) return stay.length > 0 ? done({ sent: 0, left: stay, more }) : fail('not_found')
    let sent = 0
    const stored = await changeTogether(server, {
      userId: session.user.id,
      asked: [{ scope: catalogScope, name: repeatLetters.name, args: { ids } }],
      own,
      also: async (tx) => {
        sent = await takeUpAgain(tx, ids, now)
        if (sent === 0) throw new Refusal(failure('not_found'))
      },
    })
    return stored.ok ? done({ sent, left: stay, more }) : stored
  })

  mount(server, contract.giveUp, async ({ params, session, said }) => {
    const keyed = await keyedCall(server, session, said)
    if (!keyed.ok) return keyed
    const { own, before } = keyed.value
    if (before) return done({ givenUp: 1 })
    const letter = await db.q.selectFrom('letter').select('template').where('id', '=', params.id).executeTakeFirst()
    if (!letter) return fail('not_found')
    const stored = await changeTogether(server, {
      userId: session.user.id,
      asked: [{ scope: catalogScope, name: giveUpLetter.name, args: { id: params.id, template: letter.template } }],
      own,
      also: async (tx) => {
        if (!(await giveLetterUp(tx, params.id))) throw new Refusal(failure('not_found'))
      },
    })
    return stored.ok ? done({ givenUp: 1 }) : stored
  })

  mount(server, contract.platformStorage, async () => done({ at: server.now(), quotaBytes, held: await storage.read() }))

  mount(server, contract.storageFile, async ({ query, session }) =>
    server.downloads.send(
      session.user.id,
      tableStream(
        sheetOf(() => storage.read()),
        'almacenamiento',
        query.format ?? 'csv',
      ),
    ),
  )

  mount(server, contract.platformDevices, async () => done(await db.read((tx) => waitingDevices(tx, server.now()))))
}

const heading = [
  'Institución',
  'Id de la institución',
  'Formulario',
  'Id del formulario',
  'Archivos',
  'Bytes',
  'Cuota en bytes',
  'Filas',
] as const

async function* sheetOf(read: () => Promise<readonly HeldStorage[]>): AsyncGenerator<Sheet, void> {
  yield [heading]
  const held = await read()
  yield held.map(({ name, institution, formName, form, files, bytes, rows }) => [
    name,
    institution,
    formName,
    form,
    files,
    bytes,
    quotaBytes,
    rows,
  ])
}
