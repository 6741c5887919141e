import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { assignableQuestions } from '#shared/assignments/pending.ts'
import { assignerOf, canAssign, heldBy, missingAbove, responsibleOf } from '#shared/assignments/rules.ts'
import { freeOf, shareOf, wholeOf } from '#shared/assignments/share.ts'
import type { Element } from '#shared/assignments/share.ts'
import type { Dimension } from '#shared/forms/model.ts'
import { failure } from '#shared/kernel/failure.ts'
import { appText } from '#client/page/text.ts'
import { personName, useOpenWorld } from '#client/data/world/use-world.ts'
import { DimensionName, formText, QuestionText } from '#client/features/texts/form-text.tsx'
import { useErrorText } from '#client/i18n/errors.ts'
import { useText } from '#client/i18n/text.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { cx } from '#client/ui/cx.ts'
import { Icon } from '#client/ui/icon.tsx'
import { KeyHint } from '#client/ui/key-hint.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { AssignmentDialogs } from './assignment-dialogs.tsx'
import { PersonName } from './responsible-chain.tsx'
import { ShareBody, useShareWords } from './share-body.tsx'
import { assignmentsText } from './text.ts'
import { UndoNotice } from './undo-notice.tsx'
import { mayAssign, useAsked } from './use-asked.tsx'

type Chosen = ReadonlySet<string>

interface LineProps {
  readonly element: Element
  readonly label: ReactNode
  /** Name of the element for a reader of screens. */
  readonly name: string
  readonly chosen: Chosen
  readonly onChoose: (elements: readonly Element[], on: boolean) => void
  /** What goes with it: for a part everything free below, for a question only itself. */
  readonly within: readonly Element[]
  readonly className?: string
  readonly trailing?: ReactNode
}

/** One element with its box and who has it. A part's box takes what is free below it along. */
function Line({ element, label, name, chosen, onChoose, within, className, trailing }: LineProps) {
  const t = useText(assignmentsText)
  const a = useText(appText)
  const open = useOpenWorld()
  const world = open.world()
  const viewer = assignerOf(world, open.actor)
  const holder = heldBy(world, element.element)
  const question = element.level === 'Question' ? world.index.question(element.element) : undefined
  const inherited = holder === null && question ? responsibleOf(world, question) : null
  const selectable = within.some((each) => canAssign(world, viewer, each.element, each.level))
  const wanted = within.filter((each) => chosen.has(each.element)).length
  const own = chosen.has(element.element)
  const free = freeOf(world, viewer, within)
  const isPart = element.level !== 'Question'
  const all = isPart && free.length > 0 ? free.every((each) => chosen.has(each.element)) && (own || holder !== null) : own
  return (
    <div className={cx('flex flex-wrap items-start gap-x-4 gap-y-0.5', own && 'bg-brand-50', className)}>
      <div className="min-w-0 flex-1 basis-56">
        {selectable ? (
          <Checkbox
            label={label}
            checked={all}
            indeterminate={!all && wanted > 0}
            onChange={(on) => {
              // What somebody has already goes only when it is chosen itself; a part whose all is given is chosen so.
              const group = isPart && free.length > 0 ? free : [element]
              onChoose(on ? group : within, on)
            }}
            className="w-full"
          />
        ) : (
          <div className="py-1.5 pl-[30px]">{label}</div>
        )}
      </div>
      <div className="flex items-center gap-2 py-1.5 pl-[30px] text-sm sm:w-56 sm:justify-end sm:pl-0 sm:text-right">
        <span className={holder ? 'font-medium text-ink-950' : 'text-ink-600'}>
          {holder ? (
            <PersonName world={world} userId={holder} viewerId={open.actor.id} />
          ) : inherited ? (
            t('inherits', { name: personName(world, inherited) ?? a('deletedUser') })
          ) : (
            t('nobody')
          )}
        </span>
        {holder !== null && isPart && free.length > 0 && canAssign(world, viewer, element.element, element.level) && (
          <IconButton
            size="small"
            icon={own ? 'close' : 'edit'}
            aria-pressed={own}
            label={own ? t('keepName', { element: name }) : t('changeName', { element: name })}
            onClick={() => onChoose([element], !own)}
          />
        )}
        {trailing}
      </div>
    </div>
  )
}

/** The whole questionnaire with who has what: parts, several of them or all of a dimension are given to one person at once (AS20). */
export function ShareOut({ subDimensions }: { readonly subDimensions: readonly Dimension[] }) {
  const t = useText(assignmentsText)
  const errorText = useErrorText()
  const open = useOpenWorld()
  const world = open.world()
  const viewer = assignerOf(world, open.actor)
  const [chosen, setChosen] = useState<Chosen>(new Set())
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const { asked, ask: askFor, close } = useAsked()
  const writable = mayAssign(open)
  const visible = new Set(subDimensions.map(({ id }) => id))
  const dimensions = world.index.topDimensions.filter(({ subDimensionIds }) => subDimensionIds.some((id) => visible.has(id)))
  const choose = (elements: readonly Element[], on: boolean): void => {
    const next = new Set(chosen)
    for (const { element } of elements)
      if (on) next.add(element)
      else next.delete(element)
    setChosen(next)
  }
  const share = shareOf(world, viewer, chosen)
  const shareWords = useShareWords(share)
  const isAskable = writable && share.given.length > 0
  const ask = (): void => askFor({ kind: 'several', elements: share.given, body: <ShareBody share={share} /> })
  // Between what was chosen and the button lies the rest of the list: the keys that go on elsewhere go on here.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target, currentTarget } = event
    if (key !== 'Enter' || !(ctrlKey || metaKey) || altKey || shiftKey || !isAskable) return
    // A window over the page has keys of its own.
    if (!(target instanceof Node) || !currentTarget.contains(target)) return
    event.preventDefault()
    ask()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="grid gap-5" onKeyDown={onKeyDown}>
      <p className="max-w-prose text-ink-700">{t('shareLead')}</p>
      {!writable && (
        <Notice tone="neutral" icon="lock">
          {world.participant.lockReason === 'sent' ? t('readOnlySent') : t('readOnlyStage')}
        </Notice>
      )}
      <UndoNotice />
      {dimensions.map((dimension, at) => {
        const whole = wholeOf(world, dimension.id).filter(
          ({ element, level }) =>
            level === 'Dimension' || visible.has(level === 'Question' ? (world.index.question(element)?.dimensionId ?? '') : element),
        )
        const position = world.index.topDimensions.findIndex(({ id }) => id === dimension.id) + 1 || at + 1
        return (
          <section
            key={dimension.id}
            aria-labelledby={`share-${dimension.id}`}
            className="forced-edge overflow-hidden rounded-xl border border-ink-200/80 bg-white shadow-card"
          >
            <div className="border-b border-ink-200 bg-ink-50">
              <Line
                element={{ element: dimension.id, level: 'Dimension' }}
                name={formText(dimension.name, dimension.en?.name).text}
                label={
                  <span id={`share-${dimension.id}`} className="text-lg font-semibold text-ink-950">
                    <span className="tabular text-ink-600">{`D${position} `}</span>
                    <DimensionName of={dimension} />
                  </span>
                }
                chosen={writable ? chosen : new Set()}
                onChoose={choose}
                within={writable ? whole : []}
                className="px-5 py-2 md:px-6"
              />
            </div>
            <ul>
              {dimension.subDimensionIds
                .filter((id) => visible.has(id))
                .map((id) => {
                  const part = world.index.dimension(id)
                  if (!part) return null
                  const questions = assignableQuestions(world, id)
                  const isShown = shown.has(id)
                  const partName = formText(part.name, part.en?.name).text
                  const lacks = missingAbove(world, id, 'Subdimension') === 'dimension' && !chosen.has(dimension.id)
                  return (
                    <li key={id} className="border-b border-ink-150 last:border-b-0">
                      <Line
                        element={{ element: id, level: 'Subdimension' }}
                        name={partName}
                        label={
                          <span className="font-medium text-ink-950">
                            <DimensionName of={part} />
                            {writable && lacks && heldBy(world, id) === null && chosen.has(id) && (
                              <span className="block text-sm font-normal text-warm-900">
                                {errorText(failure('needs_dimension_responsible'))}
                              </span>
                            )}
                          </span>
                        }
                        chosen={chosen}
                        onChoose={choose}
                        within={writable ? wholeOf(world, id) : []}
                        className="px-5 py-1 md:px-6"
                        trailing={
                          questions.length > 0 && (
                            <button
                              type="button"
                              aria-expanded={isShown}
                              aria-controls={isShown ? `share-questions-${id}` : undefined}
                              aria-label={t('shareQuestionsOf', { n: questions.length, element: partName })}
                              title={t('shareQuestions', { n: questions.length })}
                              onClick={() => {
                                const next = new Set(shown)
                                if (isShown) next.delete(id)
                                else next.add(id)
                                setShown(next)
                              }}
                              className="-my-1.5 flex min-h-9 min-w-9 items-center justify-center gap-1 rounded-md px-1 text-ink-600 hover:bg-ink-100 hover:text-ink-950"
                            >
                              <span aria-hidden className="tabular">
                                {questions.length}
                              </span>
                              <Icon name="chevron-down" size={18} className={cx('transition-transform', isShown && 'rotate-180')} />
                            </button>
                          )
                        }
                      />
                      {isShown && (
                        <ul id={`share-questions-${id}`} className="border-t border-ink-150 bg-ink-50/60">
                          {questions.map((question) => {
                            const number = world.index.numberOf(question.id)
                            return (
                              <li key={question.id} className="border-b border-ink-150 last:border-b-0">
                                <Line
                                  element={{ element: question.id, level: 'Question' }}
                                  name={`${number} ${formText(question.text, question.en?.text).text}`}
                                  label={
                                    <span className="flex min-w-0 items-baseline gap-3">
                                      <span className="tabular w-12 shrink-0 text-sm text-ink-600">{number}</span>
                                      <span className="min-w-0">
                                        <QuestionText of={question} />
                                      </span>
                                    </span>
                                  }
                                  chosen={chosen}
                                  onChoose={choose}
                                  within={writable ? [{ element: question.id, level: 'Question' }] : []}
                                  className="py-0.5 pr-5 pl-9 md:pr-6 md:pl-12"
                                />
                              </li>
                            )
                          })}
                        </ul>
                      )}
                    </li>
                  )
                })}
            </ul>
          </section>
        )
      })}
      {chosen.size > 0 && writable && (
        <div className="sticky bottom-4 z-20 flex justify-center">
          <div
            role="region"
            aria-label={t('chosenElements', { n: chosen.size })}
            className="forced-edge flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-ink-200 bg-white px-4 py-3 shadow-modal"
          >
            <p role="status" className="tabular font-semibold text-ink-950">
              {share.given.length === 0 ? t('chosenElements', { n: chosen.size }) : shareWords}
              {share.lacking.length > 0 && (
                <span className="block text-sm font-normal text-warm-900">{t('shareLacks', { n: share.lacking.length })}</span>
              )}
            </p>
            <Button kind="quiet" size="small" onClick={() => setChosen(new Set())}>
              {t('clear')}
            </Button>
            <Button kind="primary" icon="user" disabled={!isAskable} aria-keyshortcuts="Control+Enter" onClick={ask}>
              {t('assignTo')}
            </Button>
            <span aria-hidden className="hidden items-center gap-1 lg:flex">
              <KeyHint>{'Ctrl'}</KeyHint>
              <KeyHint>{'Enter'}</KeyHint>
            </span>
          </div>
        </div>
      )}
      <AssignmentDialogs
        asked={asked}
        removing={null}
        onClose={close}
        onDone={() => {
          close()
          setChosen(new Set())
        }}
      />
    </div>
  )
}
