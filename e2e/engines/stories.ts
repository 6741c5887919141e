import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deepEqual, equal } from 'node:assert/strict'
import { placesIn, readTraces } from '../device-traces.ts'
import { keptFile, ledgerOf } from '../ledger.ts'
import { peopleOf } from '#server/testing/personas.ts'
import {
  coordination,
  difficulty,
  difficultyText,
  incentives,
  plan,
  profiles,
  staff,
  talent,
  trained,
  training,
} from '#server/testing/questions.ts'
import type { ServerProcess } from '../server.ts'
import type { Line } from './line.ts'
import { until } from './process.ts'
import { Screen } from './screen.ts'
import type { Computer } from './tab.ts'

/** What a story is given: a server of its own, computers with a line of their own to it, and a folder. */
export interface Scene {
  readonly server: ServerProcess
  readonly folder: string
  computer(): Promise<{ readonly computer: Computer; readonly line: Line }>
}

export interface Story {
  /** By which it is asked for. */
  readonly letter: string
  readonly title: string
  play(scene: Scene): Promise<void>
}

const formal = 'Sí, formalizados para algunas áreas'
const upToDate = ': Al día'
const { professional, leader } = peopleOf('norte')

const keptOffline = (changes: number): string => `: Sin conexión \\(${changes} cambios\\)`

async function whatArrived(server: ServerProcess, wanted: readonly string[]): Promise<void> {
  await until(async () => ledgerOf(server, 'norte-profesional').length >= wanted.length, 'everything is in the ledger')
  const entries = ledgerOf(server, 'norte-profesional')
  deepEqual(entries.map(({ name, entity, disposition }) => `${name} ${entity} ${disposition}`).toSorted(), wanted.toSorted())
}

/** Every kind of answer, a file and a reply; the browser ends without a network and finds all of it; each arrives once. */
const offlineRestart: Story = {
  letter: 'a',
  title: 'a professional answers every kind offline, opens again without a network, and everything arrives once',
  async play({ server, folder, computer }) {
    const { computer: own, line } = await computer()
    const first = new Screen(own.tab)
    await first.signIn(professional)
    await first.open(talent)
    await first.shellKept()
    await first.chipSays(upToDate)
    line.cut()
    const report = join(folder, 'Programa_capacitacion_2025.pdf')
    writeFileSync(report, `%PDF-1.4\n${'innovar en lo público '.repeat(50_000)}`)
    await first.question(staff).write('812')
    await first.question(profiles).choose('Desarrollo de software', 'checkbox')
    await first.question(training).choose('Sí')
    await first.question(training).attach(report)
    await first.question(training).says('Programa_capacitacion_2025.pdf')
    await first.question(trained).write('64')
    await first.question(incentives).choose(formal)
    await first.question(incentives).reply('Se corrigió: hoy rige solo en dos áreas.')
    await first.question(coordination).write('Jefatura de desarrollo de personas')
    await first.question(plan).pickDay('2025-03-14')
    await first.question(difficulty).write(difficultyText)
    // Ten mutations, and the file beside its own.
    await first.chipSays(keptOffline(11))

    await server.kill()
    const again = new Screen(await own.restart())
    await again.open({ ...talent, question: 'th-desafio' })
    await again.question(staff).holds('812')
    await again.question(profiles).chosen('Desarrollo de software', 'checkbox')
    await again.question(training).chosen('Sí')
    await again.question(training).says('Programa_capacitacion_2025.pdf')
    await again.question(trained).holds('64')
    await again.question(incentives).chosen(formal)
    await again.question(coordination).holds('Jefatura de desarrollo de personas')
    await again.question(plan).holdsDay('2025-03-14')
    await again.question(difficulty).holds(difficultyText)
    await again.chipSays(keptOffline(11))

    await server.start()
    const leaders = new Screen((await computer()).computer.tab)
    await leaders.signIn(leader)
    await leaders.open(talent)
    await leaders.question(staff).holds('757')
    line.mend()
    await leaders.question(staff).holds('812')
    await leaders.question(coordination).holds('Jefatura de desarrollo de personas')
    await again.chipSays(upToDate)
    const bytes = createHash('sha256')
      .update(`%PDF-1.4\n${'innovar en lo público '.repeat(50_000)}`)
      .digest('hex')
    await until(async () => keptFile(server, 'Programa_capacitacion_2025.pdf') === bytes, 'the file is whole at the server')
    await whatArrived(server, [
      'answer.set th-dotacion applied',
      'answer.set th-perfiles applied',
      'answer.set th-capacitacion applied',
      'attachment.add file:th-capacitacion applied',
      'answer.set th-capacitacion-personas applied',
      'answer.set th-incentivos applied',
      'comment.reply thread:th-incentivos applied',
      'answer.set th-coordinacion applied',
      'answer.set th-plan applied',
      'answer.set th-desafio applied',
    ])
  },
}

const tabCloses: Story = {
  letter: 'h',
  title: 'the tab that was sending is closed before it hears back; the other takes over and each edit arrives once',
  async play({ server, computer }) {
    const { computer: own, line } = await computer()
    const sending = new Screen(own.tab)
    await sending.signIn(professional)
    await sending.shellKept()
    await sending.open(talent)
    await sending.chipSays(upToDate)
    const other = new Screen(await own.newTab())
    await other.open(talent)
    await other.chipSays(upToDate)

    await sending.tab.front()
    line.withholdAnswersToPushes()
    await sending.question(staff).write('812')
    await until(async () => line.answeredUnheard, 'the server has acted on the push')
    await sending.question(coordination).write('Jefatura de desarrollo de personas')
    await other.tab.front()
    await other.question(incentives).choose(formal)
    await other.question(staff).holds('812')
    await other.question(coordination).holds('Jefatura de desarrollo de personas')
    await other.chipSays(': (?!Al día)')
    line.letAnswersThrough()
    await sending.tab.close()

    await other.chipSays(upToDate)
    await other.question(staff).holds('812')
    await whatArrived(server, ['answer.set th-coordinacion applied', 'answer.set th-dotacion applied', 'answer.set th-incentivos applied'])
  },
}

/** Words that only this person's data holds. */
const canaries = ['colibri', 'norte-profesional', professional.email, professional.fullName, 'Daniela']

const signingOut: Story = {
  letter: 'k',
  title: 'signing out offline says what would be lost, staying keeps it, discarding leaves no trace for the next person',
  async play({ server, computer }) {
    const { computer: own, line } = await computer()
    const screen = new Screen(own.tab)
    const signOut = [{ role: 'banner' }, { role: 'button', name: 'Cerrar sesión' }]
    const dialog = [{ role: 'alertdialog', name: '¿Cerrar sesión?' }]
    await screen.signIn(professional)
    await screen.shellKept()
    await screen.open(talent)
    await screen.chipSays(upToDate)
    line.cut()
    await screen.question(coordination).write('Encargada colibri')
    await screen.question(incentives).choose(formal)
    await screen.chipSays(keptOffline(2))
    await screen.press(signOut)
    await screen.reads(dialog, 'text', 'Se perderán 2 cambios que no se han enviado\\.')
    await screen.reads(dialog, 'text', 'Sin conexión no podrá volver a iniciar sesión\\.')
    await screen.press([...dialog, { role: 'button', name: 'Seguir aquí' }])
    await screen.seeNot(dialog)
    await screen.question(coordination).holds('Encargada colibri')
    await screen.chipSays(keptOffline(2))

    await screen.press(signOut)
    await screen.press([...dialog, { role: 'button', name: 'Descartar 2 cambios y cerrar sesión' }])
    await screen.at('/login')
    await screen.see([{ role: 'button', name: 'Iniciar sesión' }])
    deepEqual(placesIn(await screen.tab.run(readTraces), canaries), [])
    equal(ledgerOf(server, 'norte-profesional').length, 0)

    line.mend()
    const next = peopleOf('sur').leader
    await screen.signIn(next)
    await screen.chipSays(upToDate)
    deepEqual(placesIn(await screen.tab.run(readTraces), canaries), [])
  },
}

export const stories: readonly Story[] = [offlineRestart, tabCloses, signingOut]
