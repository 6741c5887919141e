import { ownScope, questionnaireScope, resultsScope } from '#shared/protocol/scope.ts'
import { draftKey } from './model.ts'
import type { Draft, DraftKind, DraftRow } from './model.ts'

type Place = readonly [kind: DraftKind, scope: string, subject: string]

/** Keys under which releases until 2026.11 kept what was typed in a window, and what each is now. */
const places: readonly (readonly [key: RegExp, place: (own: string, first: string, second: string, third: string) => Place])[] = [
  [/^notification$/, (own) => ['notification', own, 'new']],
  [/^user invitations$/, (own) => ['invitations', own, 'many']],
  [/^user (internal|external)$/, (own, mode) => ['user', own, mode]],
  // The list in which somebody stood was not kept: nearly all are of institutions.
  [/^user (\S+)$/, (own, id) => ['user', own, `external~${id}`]],
  [/^institution:([^:]+)$/, (own, id) => ['institution', own, id]],
  [/^category:([^:]+)$/, (own, id) => ['category', own, id]],
  [/^participants (\S+)$/, (_, form) => ['participants', questionnaireScope(form), 'chosen']],
  [/^form-names:new$/, (own) => ['formNames', own, 'new']],
  [/^form-names:([^:]+)$/, (_, form) => ['formNames', questionnaireScope(form), 'names']],
  [/^alert (\S+) (\S+)$/, (_, form, id) => ['alert', questionnaireScope(form), id]],
  [/^levels (\S+)$/, (_, form) => ['levels', questionnaireScope(form), 'levels']],
  [/^results-reason (\S+) (\S+)$/, (_, form, kind) => ['calculation', questionnaireScope(form), kind]],
  [
    /^results-settle (\S+) (\S+) (\S+)$/,
    (_, form, institution, unit) => ['settlement', resultsScope(institution, form), `${unit}~preliminary`],
  ],
  [/^reopen (inst:[^:]+:[^:]+)$/, (_, scope) => ['reopening', scope, 'request']],
  [/^open-report:(new|generated)$/, (own, which) => ['openReport', own, which]],
  [/^site settings$/, (own) => ['siteSettings', own, 'site']],
  [/^dashboards:([^:]+):([^:]+)$/, (_, form, tab) => ['dashboard', questionnaireScope(form), tab]],
  [/^replica:(questionnaire:[^:]+)$/, (_, scope) => ['replica', scope, 'configuration']],
]

/** A draft of a former release as one of this, of a page that is gone; undefined for every other row. `userId`: whose device it is. */
export function formerDraft({ key, value }: DraftRow, userId: string): { readonly key: string; readonly draft: Draft } | undefined {
  for (const [pattern, place] of places) {
    const [found, first = '', second = '', third = ''] = pattern.exec(key) ?? []
    if (found === undefined) continue
    return { key: draftKey(...place(ownScope(userId), first, second, third), 'former'), draft: { value, base: null, text: wordsIn(value) } }
  }
  return undefined
}

/** Texts of the fields, without what stood when they were begun. */
const wordsIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value)
        .filter((each) => typeof each === 'string' && each !== '')
        .join('\n')
    : ''
