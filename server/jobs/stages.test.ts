import { newParticipant, type Participant } from '#shared/institutions/model.ts'
import { must } from '#shared/kernel/assert.ts'
import { addDays, dayMs, startOfDayMs, instantOf, type Instant } from '#shared/kernel/instant.ts'
import { formScope, instScope } from '#shared/protocol/scope.ts'
import { stageKinds, type FormHeader, type Stage } from '#shared/stages/model.ts'
import { assertProperty } from '#shared/testing/properties.ts'
import type { Change } from '#shared/world.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeChanges } from '../sync/changes.ts'
import type { TestApp } from '../testing/app.ts'
import { onEachDatabase } from '../testing/databases.ts'
import { tinyDefinition } from '../testing/definition.ts'
import { WorldStore, type WorldKey } from '../world/store.ts'
import { dueParticipants } from './stages.ts'
import { isTickDue } from '#shared/stages/rules.ts'

const firstDay = '2026-03-01'

const stageIds = ['e1', 'e2', 'e3', 'e4']
const days = fc.integer({ min: 0, max: 40 })
/** A moment of those days, often the very edge of one. */
const moments = fc
  .tuple(days, fc.constantFrom(0, -1, 1, 43_200_000))
  .map(([day, ms]) => instantOf(startOfDayMs(firstDay) + day * dayMs + ms))
const stages = fc.uniqueArray(
  fc.record<Stage>(
    {
      id: fc.constantFrom(...stageIds),
      kind: fc.constantFrom(...stageKinds),
      name: fc.constant('Etapa'),
      start: days.map((day) => addDays(firstDay, day)),
      end: days.map((day) => addDays(firstDay, day)),
      startedAt: moments,
      cutAt: moments,
    },
    { requiredKeys: ['id', 'kind', 'name', 'start', 'end'] },
  ),
  { selector: (stage) => stage.id, maxLength: 4 },
)
const applied = fc.record({
  closedStageIds: fc.subarray(stageIds),
  openedStageId: fc.option(fc.constantFrom(...stageIds)),
  openedEnd: fc.option(fc.constantFrom('2026-03-09', '2026-03-20'), { nil: undefined }),
})
const forms = ['otra', 'tiny'] as const
const institutions = ['norte', 'sur'] as const
const grounds = fc.record({
  forms: fc.tuple(fc.record({ enabled: fc.boolean(), stages }), fc.record({ enabled: fc.boolean(), stages })),
  /** Of each institution in each form; null takes no part. */
  parts: fc.tuple(fc.option(applied), fc.option(applied), applied, applied),
  at: moments,
})

const header = (formId: string, part: Pick<FormHeader, 'enabled' | 'stages'>): Change => ({
  scope: formScope(formId),
  part: '',
  table: 'form',
  id: formId,
  row: { id: formId, name: formId, description: '', versionId: tinyDefinition.versionId, ...part },
})

const takesPart = (institutionId: string, formId: string, part: Partial<Participant>): Change => ({
  scope: instScope(institutionId, formId),
  part: '',
  table: 'participant',
  id: institutionId,
  row: newParticipant({ institutionId, formId, leaderId: 'ana', ...part }),
})

onEachDatabase((start, kind) => {
  /** What is due by opening every world, which is what it must come to. */
  const dueByWorlds = async (server: TestApp, at: Instant): Promise<WorldKey[]> => {
    const store = new WorldStore()
    return server.db.read(async (tx) => {
      const due: WorldKey[] = []
      const enabled = await tx.q.selectFrom('form').select('id').where('enabled', '=', 1).orderBy('id').execute()
      for (const { id: formId } of enabled) {
        for (const institutionId of institutions) {
          const world = await store.read(tx, { institutionId, formId })
          if (world && isTickDue(world, at)) due.push({ institutionId, formId })
        }
      }
      return due
    })
  }

  test('[TM7] what is due by the small rows is what is due by the worlds, in any form at any moment', async () => {
    await assertProperty(
      fc.asyncProperty(grounds, async (ground) => {
        const server = await start()
        const parts = forms.flatMap((formId) => institutions.map((institutionId) => ({ formId, institutionId })))
        const changes = [
          ...forms.map((formId, at) => header(formId, must(ground.forms[at], 'no form'))),
          ...parts.flatMap(({ formId, institutionId }, at) => {
            const part = ground.parts[at]
            return part ? [takesPart(institutionId, formId, part)] : []
          }),
        ]
        await server.db.write((tx) => writeChanges(tx, changes, server.clock.now()))
        const due = await dueParticipants({ db: server.db, now: () => ground.at })
        expect(due).toEqual(await dueByWorlds(server, ground.at))
      }),
      { runs: kind === 'sqlite' ? 30 : 8, shrink: false },
    )
  })

  test('[TM7] a tick opens the worlds in which there is work, and no other', async () => {
    const server = await start()
    await server.app.tick()
    const { worlds } = server.app.server
    worlds.forget()
    await server.app.tick()
    expect(worlds.figures().worlds).toBe(0)
    const behind = takesPart('sur', 'tiny', { leaderId: 'sur-lider', openedStageId: null })
    await server.db.write((tx) => writeChanges(tx, [behind], server.clock.now()))
    await server.app.tick()
    expect(worlds.figures().worlds).toBe(1)
    const opened = await server.db.read((tx) => worlds.readOnce(tx, { institutionId: 'sur', formId: 'tiny' }))
    expect(opened?.participant.openedStageId).toBe('e1')
  })

  test('an institution whose rows are broken keeps no other from being locked at the end of a stage', async () => {
    const server = await start()
    await server.db.q.deleteFrom('sync_row').where('tbl', '=', 'institution').where('id', '=', 'norte').execute()
    server.app.server.worlds.forget()
    server.clock.advance(31 * dayMs)
    await expect(server.app.tick()).rejects.toThrow('institution norte')
    const rows = await server.db.q.selectFrom('participant').select(['institution_id', 'locked']).orderBy('institution_id').execute()
    expect(rows).toMatchObject([
      { institution_id: 'norte', locked: 0 },
      { institution_id: 'sur', locked: 1 },
    ])
  })
})
