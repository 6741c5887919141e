import type { OpenFilter } from '#shared/open-data/filter.ts'
import type { OpenSet } from '#shared/open-data/model.ts'
import type { SiteLanguage } from '#shared/site/model.ts'

/** A filter as a query, every part of it: also what nobody chose, because a file without a query holds everything. */
function wholeQuery({ years, category, orientation }: OpenFilter): readonly string[] {
  return [
    `years=${years.join(',')}`,
    ...(category === null ? [] : [`category=${encodeURIComponent(category)}`]),
    ...(orientation === null ? [] : [`orientation=${encodeURIComponent(orientation)}`]),
  ]
}

/** Where a set stands as a file: of a filter as it is shown, without one everything. Its address says its language where that is not Spanish. */
export function fileHref(set: OpenSet, kind: 'csv' | 'json', language: SiteLanguage, filter?: OpenFilter): string {
  const parts = [...(filter ? wholeQuery(filter) : []), ...(language === 'es' ? [] : [`lang=${language}`])]
  return `/open-data/${set}.${kind}${parts.length === 0 ? '' : `?${parts.join('&')}`}`
}
