import type { FormIndex } from '#shared/forms/form-index.ts'
import { questionIdOf, rowIdOf } from '#shared/kernel/ids.ts'
import { minuteAt } from '#shared/kernel/instant.ts'
import { visibleText } from '#shared/kernel/rich-text.ts'
import type { Publication, Reason, ResultKind, Snapshot } from '#shared/results/model.ts'
import { levelWord, maturityWord, mostText, pointsText } from '#shared/results/words.ts'
import { escaped, linkTo } from './markup.ts'
import type { SyncRowTable } from '../db/schema.ts'
import type { People } from './people.ts'
import type { ArchiveTable, Row } from './tables.ts'

type SyncedRow = Pick<SyncRowTable, 'tbl' | 'id' | 'data'>

/** What was worked out of an institution and what was published of it, with the questions of each. */
export interface KeptResults {
  /** The newest first, final ones before preliminary ones. */
  readonly snapshots: readonly Snapshot[]
  readonly publications: readonly Publication[]
  readonly indexOf: ReadonlyMap<string, FormIndex>
}

const byNewest = (left: Snapshot, right: Snapshot): number =>
  left.kind === right.kind ? right.number - left.number : left.kind === 'final' ? -1 : 1

/** The results among the rows of an institution. */
export function resultsAmong(rows: readonly SyncedRow[], indexOf: KeptResults['indexOf']): KeptResults {
  // Written from changes of those tables.
  const of = <T>(table: string): T[] => rows.filter(({ tbl }) => tbl === table).map(({ data }): T => JSON.parse(data))
  return { snapshots: of<Snapshot>('snapshot').toSorted(byNewest), publications: of<Publication>('publication'), indexOf }
}

const publicationsOf = ({ publications }: KeptResults, { kind, id }: Snapshot): readonly Publication[] =>
  publications.filter((each) => each.kind === kind && each.snapshotId === id).toSorted((left, right) => (left.at < right.at ? -1 : 1))

/** Newest of what was published of each kind, final ones first: what pages show, and of which there is a report. */
export const publishedIn = (results: KeptResults): readonly { readonly snapshot: Snapshot; readonly publication: Publication }[] =>
  (['final', 'preliminary'] as const).flatMap((kind) => {
    const [publication] = results.publications.filter((each) => each.kind === kind).toSorted((left, right) => right.version - left.version)
    const snapshot = results.snapshots.find((each) => each.kind === kind && each.id === publication?.snapshotId)
    return publication && snapshot ? [{ snapshot, publication }] : []
  })

/** A row of one of the tables of results. */
export function resultRow(institutionId: string, { tbl, id, data }: SyncedRow, results: KeptResults, people: People): Row {
  const { result, by, at, kind, version, category, orientation, digest }: Partial<Snapshot> = JSON.parse(data)
  const snapshot = tbl === 'snapshot' ? results.snapshots.find((each) => each.id === id) : undefined
  return [
    institutionId,
    tbl,
    id,
    result?.points ?? null,
    result?.max ?? null,
    result?.maturity ?? null,
    people.id(by),
    at ?? null,
    people.json(data),
    kind ?? null,
    version ?? null,
    (snapshot && publicationsOf(results, snapshot)[0]?.at) ?? null,
    category?.name ?? null,
    orientation ?? null,
    digest ?? null,
  ]
}

const flag = (value: boolean): number => (value ? 1 : 0)

export const reasonWords: Readonly<Record<Reason, string>> = {
  earned: 'Suma',
  unanswered: 'Sin respuesta',
  undecided: 'Sin decisión',
  not_accepted: 'No fue aceptada',
  worthless: 'Lo respondido no otorga puntaje',
  divisor: 'El número por el que se divide está vacío o es 0',
  other_row: 'Otra fila obtiene más, y es la que suma',
}

/** Every result part by part and answer by answer. */
export function partRows(
  institutionId: string,
  { snapshots, indexOf }: KeptResults,
  people: People,
): Pick<Partial<Readonly<Record<ArchiveTable, readonly Row[]>>>, 'resultados_partes' | 'resultados_respuestas'> {
  const nameOf = ({ definitionId }: Snapshot, id: string): string | null =>
    indexOf.get(definitionId)?.dimension(id)?.name ?? indexOf.get(definitionId)?.question(id)?.text ?? null
  return {
    resultados_partes: snapshots.flatMap((snapshot): readonly Row[] => {
      const { id, result } = snapshot
      return [
        [institutionId, id, 'total', null, null, result.points, result.max, maturityWord(result.maturity, 'es'), null],
        ...result.dimensions.map((each): Row => {
          const part = each.parentId === null ? 'dimension' : 'subdimension'
          const level = each.level === null ? null : levelWord(each.level, 'es')
          return [institutionId, id, part, each.id, nameOf(snapshot, each.id), each.points, each.max, level, null]
        }),
        ...result.questions.map((each): Row => [
          ...[institutionId, id, 'pregunta', each.id, nameOf(snapshot, each.id)],
          ...[each.points, each.max, null, each.cut],
        ]),
      ]
    }),
    resultados_respuestas: snapshots.flatMap(({ id, result }) =>
      result.questions.flatMap((question) =>
        question.units.map((each): Row => [
          ...[institutionId, id, question.id, each.unit, questionIdOf(each.unit), rowIdOf(each.unit), each.own],
          ...[flag(each.counts), reasonWords[each.why]],
          each.value === null ? null : people.json(JSON.stringify(each.value)),
          people.text(each.excerpt),
          each.decision?.decision ?? null,
          each.divisor?.questionId ?? null,
          each.divisor?.value ?? null,
        ]),
      ),
    ),
  }
}

const kindNames: Readonly<Record<ResultKind, string>> = { preliminary: 'Resultado preliminar', final: 'Resultado final' }

/** What was published of an institution, for people: points, level and text of each part, and the report. `papers`: its PDF by kind. */
export function resultsPart(results: KeptResults, people: People, papers: ReadonlyMap<ResultKind, string>): string {
  return publishedIn(results)
    .map(({ snapshot, publication: { version, at, texts } }) => {
      const { kind, result, category, orientation, definitionId } = snapshot
      const index = results.indexOf.get(definitionId)
      const said = (html: string | undefined): string => {
        const text = people.text(visibleText(html ?? ''))
        return text === '' ? '' : `<p>${escaped(text)}</p>`
      }
      const rows = result.dimensions.map(({ id, parentId, points, max, level }) => {
        const name = escaped(index?.dimension(id)?.name ?? '')
        const cells = `<td>${pointsText(points, 'es')}</td><td>${mostText(max, 'es')}</td><td>${level === null ? 'Referencia' : levelWord(level, 'es')}</td>`
        return `<tr><th scope="row">${parentId === null ? `<strong>${name}</strong>` : name}</th>${cells}<td>${said(texts.dimensions[id])}</td></tr>`
      })
      const paper = papers.get(kind)
      return `<h2>${kindNames[kind]}</h2>
<p><strong>${pointsText(result.points, 'es')} de ${mostText(result.max, 'es')} puntos. Madurez: ${maturityWord(result.maturity, 'es')}</strong></p>
<p class="soft">Versión ${version}, publicada el ${minuteAt(at)}. Categoría ${escaped(category.name)}, orientación ${escaped(orientation)}.</p>
${paper === undefined ? '' : `<p><a href="${linkTo(paper, 2)}">El informe (PDF)</a></p>`}
${said(texts.introduction)}
<table><thead><tr><th scope="col">Parte</th><th scope="col">Puntaje</th><th scope="col">Máximo</th><th scope="col">Nivel</th><th scope="col">Texto del informe</th></tr></thead><tbody>${rows.join('')}</tbody></table>
${said(texts.conclusion)}`
    })
    .join('\n')
}

/** What a question of top level obtained in the newest result that was published; '' where it is none, or nothing is obtained in it. */
export function pointsPart(results: KeptResults, unit: string): string {
  const [newest] = publishedIn(results)
  const found = newest?.snapshot.result.questions.flatMap((question) => {
    if (question.id === unit) return [`Puntaje: ${pointsText(question.points, 'es')} de ${mostText(question.max, 'es')}`]
    const own = question.units.find((each) => each.unit === unit)
    return own ? [`Aporta ${pointsText(own.own, 'es')}: ${reasonWords[own.why]}`] : []
  })
  return newest && found?.[0] !== undefined ? `<p>${found[0]} <span class="soft">${kindNames[newest.snapshot.kind]}</span></p>` : ''
}
