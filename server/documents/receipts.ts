import { fullName } from '#shared/accounts/model.ts'
import { pageAddress } from '#shared/addresses.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Instant } from '#shared/kernel/instant.ts'
import { nextOf, spanOf } from '#shared/sends/receipt.ts'
import { codeOf, inGroups } from '#shared/sends/receipt-code.ts'
import { isToEvaluation } from '#shared/sends/recall.ts'
import type { Send } from '#shared/sends/model.ts'
import { kindNamesEn } from '#shared/stages/kind-names.en.ts'
import { bearsKindName } from '#shared/stages/kind-names.es.ts'
import type { Stage } from '#shared/stages/model.ts'
import type { World } from '#shared/world.ts'
import { receiptEn } from '../strings/receipt.en.ts'
import { receiptEs } from '../strings/receipt.es.ts'
import type { ReceiptPaper } from './receipt.ts'
import { wordsIn, type ReportLanguage, type Words } from './words.ts'

const texts: Readonly<Record<ReportLanguage, Readonly<Record<keyof typeof receiptEs, string>>>> = { es: receiptEs, en: receiptEn }

/** A receipt in words, as it stands at a moment (RT1, RT3). `publicUrl`: where strangers check it. */
export function receiptPaper(world: World, send: Send, language: ReportLanguage, now: Instant, publicUrl: string): ReceiptPaper {
  const say = (key: keyof typeof receiptEs, slots: Readonly<Record<string, string>> = {}): string =>
    texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => slots[name] ?? whole)
  const words = wordsIn(language)
  const { moment } = words
  const number = new Intl.NumberFormat(language === 'es' ? 'es-CL' : 'en-GB')
  const nameOf = (id: UserId): string => {
    const person = world.person(id)
    return person ? fullName(person) : 'Usuario Eliminado'
  }
  const toEvaluation = isToEvaluation(send)
  const names = (send.to ?? []).map(nameOf).join(', ')
  const receiver = toEvaluation ? say('to_evaluation') : names || say('to_institution')
  const { form, institution } = world
  const opened =
    send.openedAt !== undefined && send.openedBy !== undefined
      ? say('opened_by', { at: moment(send.openedAt), name: nameOf(send.openedBy) })
      : say('unopened')
  const facts: (readonly [string, string])[] = [
    [say('institution'), institution.name],
    [say('form'), (language === 'en' ? form.en?.name : undefined) ?? form.name],
    [say('sent'), moment(send.sentAt)],
    ...(send.askedAt === undefined ? [] : [[say('asked'), say('asked_at', { at: moment(send.askedAt) })] as const]),
    [say('by'), nameOf(send.authorId)],
    [say('to'), receiver],
    ...(send.recalledAt === undefined ? [[say('opened'), opened] as const] : []),
    [say('answers'), number.format(send.answers)],
    [say('files'), number.format(send.files)],
    [say('digest'), inGroups(send.digest)],
  ]
  const code = codeOf(send)
  return {
    language,
    product: say('product'),
    title: say('title'),
    subtitle: say(toEvaluation ? 'subtitle_evaluation' : 'subtitle_review'),
    numberLabel: say('number'),
    number: send.number,
    at: now,
    recalled: send.recalledAt === undefined ? null : say('recalled', { at: moment(send.recalledAt) }),
    factsTitle: say('facts'),
    facts,
    nextTitle: say('next'),
    next: nextIn(world, send, receiver, say, words),
    check: toEvaluation
      ? {
          title: say('check'),
          text: say('check_text'),
          address: publicUrl + pageAddress('checkReceipt'),
          code: say('check_code', { code: inGroups(code) }),
          qr: publicUrl + pageAddress('checkReceipt', { number: send.number, code }),
          qrLabel: say('check_qr'),
        }
      : null,
    made: say('made', { at: moment(now) }),
    foot: say('foot'),
  }
}

type Say = (key: keyof typeof receiptEs, slots?: Readonly<Record<string, string>>) => string

/** A stage that bears the name of its kind is called in the language of the document (FM3). */
const nameIn = (language: ReportLanguage, stage: Stage): string =>
  language === 'en' && bearsKindName(stage) ? kindNamesEn[stage.kind] : stage.name

function nextIn({ form }: World, send: Send, name: string, say: Say, { language, day, deadline }: Words): string[] {
  if (send.recalledAt !== undefined) return [say('next_recalled')]
  const { by, revision, input } = nextOf(form, send)
  const span = (stage: Stage) => {
    const { from, to } = spanOf(stage)
    return { stage: nameIn(language, stage), from: day(from), deadline: deadline(to) }
  }
  if (!isToEvaluation(send)) return by ? [say('next_review', { name, ...span(by) })] : []
  return [
    revision ? say('next_revision', span(revision)) : say('next_revision_unplanned'),
    ...(input ? [say('next_input', span(input))] : []),
  ]
}
