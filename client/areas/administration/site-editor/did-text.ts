import type { PageContent } from '#shared/site/model.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { Act } from './acts.ts'
import type { es } from './strings.es.ts'
import { typeName } from './sections/type-name.ts'

/** What an act did, for who hears that it was taken back. `pages`: before and after it, in either order. */
export function didText(t: Translate<typeof es>, act: Act, pages: readonly PageContent[]): string {
  const typeOf = (id: string): string => {
    const section = pages.flatMap(({ sections }) => sections).find((each) => each.id === id)
    return section ? typeName(t, section.component) : ''
  }
  switch (act.kind) {
    case 'name':
      return t('didName')
    case 'about':
      return t('didAbout')
    case 'replace':
      return t('didReplace')
    case 'insert':
      return t('didInsert', { type: typeName(t, act.section.component) })
    case 'put':
      return t('didWrite', { type: typeName(t, act.section.component) })
    case 'remove':
      return t('didRemove', { type: typeOf(act.id) })
    case 'move':
      return t('didMoveBack', { type: typeOf(act.id) })
    case 'duplicate':
      return t('didDuplicate', { type: typeOf(act.id) })
    case 'hide':
      return t(act.hidden ? 'didHide' : 'didShow', { type: typeOf(act.id) })
    case 'addItem':
    case 'removeItem':
    case 'moveItem':
      return t('didItem', { type: typeOf(act.id) })
    case 'write':
    case 'copySpanish':
    case 'upToDate':
      return t('didWrite', { type: typeOf(act.id) })
  }
}
