import type { Unit } from '#shared/kernel/ids.ts'
import { questionIdOf } from '#shared/kernel/ids.ts'
import { minuteAt } from '#shared/kernel/instant.ts'
import { rowIndexOf } from '#shared/answers/rules.ts'
import { valueCell } from '#shared/forms/kinds.ts'
import type { AnswerValue } from '#shared/answers/model.ts'
import { isErrorCode } from '#shared/errors.ts'
import { failureSentence } from '#shared/failure-sentence.ts'
import { failure } from '#shared/kernel/failure.ts'
import type { ResultKind } from '#shared/results/model.ts'
import type { World } from '#shared/world.ts'
import { createHash } from 'node:crypto'
import { answerWords } from '../reports/answers.ts'
import { escaped, linkTo } from './markup.ts'
import { readable, unitsOf, type HistoryLine, type Places } from './institution-rows.ts'
import type { People } from './people.ts'
import { pointsPart, resultsPart, type KeptResults } from './results.ts'

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}' +
  'a{color:#0b5cad}h1{font-size:1.6rem}h2{font-size:1.25rem;border-top:1px solid #c9d1d9;padding-top:1rem}' +
  'h3{font-size:1.05rem;margin-bottom:.25rem}p,pre{margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}' +
  '.soft{color:#57606a}table{border-collapse:collapse;width:100%}th,td{border:1px solid #c9d1d9;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}' +
  'details{margin:.5rem 0}summary{cursor:pointer}.answer{border-left:4px solid #c9d1d9;padding-left:.75rem}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** A page that runs nothing and fetches nothing: its style is its own, and nothing else is let in. */
export const pageOf = (title: string, body: string, language: 'es' | 'en' = 'es'): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

const decisionWords: Readonly<Record<string, string>> = { Accepted: 'Aceptada', Rejected: 'Rechazada', Observed: 'Observada' }

interface Told {
  readonly world: World
  readonly places: Places
  readonly people: People
  readonly historyOf: ReadonlyMap<string, readonly HistoryLine[]>
  readonly results: KeptResults
  /** Reports as PDF, by what they are of. */
  readonly reports: ReadonlyMap<ResultKind, string>
}

/** A sub-dimension of an institution: each question with its answer, what was decided, said and attached, and everything that was done. */
export function subDimensionPage(told: Told, subDimensionId: string, formName: string): string {
  const { world } = told
  const sub = world.index.dimension(subDimensionId)
  const title = `${sub?.name ?? subDimensionId} – ${world.institution.name}`
  const questions = unitsOf(world, subDimensionId).map((unit) => questionPart(told, unit))
  return pageOf(
    title,
    `<p><a href="index.html">${escaped(world.institution.name)}</a> · <a href="../../index.html">${escaped(formName)}</a></p>
<h1>${escaped(sub?.name ?? subDimensionId)}</h1>
${questions.join('\n') || '<p class="soft">Sin preguntas abiertas.</p>'}`,
  )
}

function questionPart(told: Told, unit: Unit): string {
  const { world, people, places } = told
  const question = world.index.question(questionIdOf(unit))
  const answer = world.answer(unit)
  const row = rowIndexOf(world, unit) + 1
  const value = people.text(readable(world, unit, answer?.value))
  const named = (id: string): string => escaped(people.name(id))
  const lines = [
    value === '' ? '<p class="soft">Sin respuesta</p>' : `<pre class="answer">${escaped(value)}</pre>`,
    answer && value !== '' ? `<p class="soft">${named(answer.authorId)}, ${minuteAt(answer.receivedAt)}</p>` : '',
    answer?.noAttachment ? '<p>No adjunta archivo.</p>' : '',
    answer?.justification ? `<p>Justificación: ${escaped(people.text(answer.justification))}</p>` : '',
    ...world.attachmentsOf(unit).map((file) => {
      const place = places.fileOf.get(file.id)
      const name = escaped(people.text(file.name))
      const state = file.state === 'removed' ? ' (retirado)' : ''
      return `<p>Archivo: ${place === undefined ? `${name} (no está en el servidor)` : `<a href="${linkTo(place, 2)}">${name}</a>`}${state} <span class="soft">SHA-256 ${escaped(file.sha256)}</span></p>`
    }),
    ...(['evaluation', 'draft'] as const).flatMap((table) => {
      const each = world.get(table, unit)
      if (!each || (table === 'draft' && (each.withdrawn || each.mid === world.get('evaluation', unit)?.mid))) return []
      const comment = each.comment === null ? '' : `: ${escaped(people.text(each.comment))}`
      const sent = table === 'draft' ? ' (sin enviar a la institución)' : ''
      return [
        `<p><strong>${decisionWords[each.decision] ?? each.decision}</strong>${sent}${comment} <span class="soft">${named(each.authorId)}, ${minuteAt(each.decidedAt)}</span></p>`,
      ]
    }),
    ...[...world.list('comment')]
      .filter((each) => each.unit === unit)
      .map(
        (each) =>
          `<p>Comentario: ${escaped(people.text(each.body) ?? '(borrado por su autor)')} <span class="soft">${named(each.authorId)}, ${minuteAt(each.writtenAt)}</span></p>`,
      ),
    pointsPart(told.results, unit),
    historyPart(told, unit),
  ]
  const number = question ? world.index.numberOf(question.id) : ''
  const place = row > 0 ? ` (fila ${row})` : ''
  return `<section><h3>${escaped(`${number} ${question?.text ?? questionIdOf(unit)}${place}`)}</h3>\n${lines.filter((line) => line !== '').join('\n')}</section>`
}

function historyPart({ world, people, historyOf }: Told, unit: string): string {
  const lines = historyOf.get(unit) ?? []
  if (lines.length === 0) return ''
  const question = world.index.question(questionIdOf(unit))
  const rows = lines.map((line) => {
    // Written from an answer's value.
    const value: AnswerValue | null = line.value === null ? null : JSON.parse(line.value)
    const said = [value === null ? '' : String(valueCell(question, value, answerWords)), saidIn(line.text)]
      .filter((each) => each !== '')
      .join(' · ')
    return `<tr><td>${minuteAt(line.received_at)}</td><td>${escaped(line.action)}</td><td>${escaped(people.text(said))}</td><td>${escaped(people.name(line.user_id))}</td></tr>`
  })
  return `<details><summary>Historial (${lines.length})</summary><table><thead><tr><th scope="col">Cuándo</th><th scope="col">Qué</th><th scope="col">Con qué</th><th scope="col">Quién</th></tr></thead><tbody>${rows.join('')}</tbody></table></details>`
}

/** What was written with an act; of one that did not stand its code says why, which is told in words. */
function saidIn(text: string | null): string {
  if (text === null || !isErrorCode(text)) return text ?? ''
  return failureSentence(failure(text), 'es')
}

/** An institution: its sub-dimensions, what it sent, and what concerns it as a whole. `pages`: of each sub-dimension, by its id. */
export function institutionPage(told: Told, formName: string, pages: ReadonlyMap<string, string>): string {
  const { world, people, places } = told
  const { institution, participant, index } = world
  const parts = index.topDimensions.map(
    (top) =>
      `<h2>${escaped(top.name)}</h2><ul>${top.subDimensionIds
        .flatMap((id) => {
          const page = pages.get(id)
          return page === undefined ? [] : [`<li><a href="${linkTo(page, 0)}">${escaped(index.dimension(id)?.name ?? id)}</a></li>`]
        })
        .join('')}</ul>`,
  )
  const others = [...pages].filter(([id]) => !index.topDimensions.some(({ subDimensionIds }) => subDimensionIds.includes(id)))
  const sends = [...world.list('send')].map((send) => {
    const place = places.receiptOf.get(send.id)
    const number = escaped(send.number)
    return `<li>${place === undefined ? number : `<a href="${linkTo(place, 2)}">${number}</a>`}, ${minuteAt(send.sentAt)}, ${escaped(people.name(send.authorId))}: ${send.answers} respuestas, ${send.files} archivos</li>`
  })
  const facts = [
    ['Código', institution.code],
    ['Líder', people.name(participant.leaderId)],
    ['Delegado', people.name(participant.delegateId)],
    ['Evaluador', people.name(participant.evaluatorId)],
    ['Comprobante', participant.receipt ?? ''],
    ['Retirada', participant.removedAt ? minuteAt(participant.removedAt) : ''],
  ].filter(([, value]) => value !== '')
  return pageOf(
    `${institution.name} – ${formName}`,
    `<p><a href="../../index.html">${escaped(formName)}</a></p>
<h1>${escaped(institution.name)}</h1>
<ul>${facts.map(([name, value]) => `<li>${escaped(name ?? '')}: ${escaped(value ?? '')}</li>`).join('')}</ul>
${resultsPart(told.results, people, told.reports)}
${parts.join('\n')}
${others.length > 0 ? `<h2>Otras</h2><ul>${others.map(([id, page]) => `<li><a href="${linkTo(page, 0)}">${escaped(index.dimension(id)?.name ?? id)}</a></li>`).join('')}</ul>` : ''}
${sends.length > 0 ? `<h2>Envíos</h2><ul>${sends.join('')}</ul>` : ''}
${historyPart(told, '')}`,
  )
}
