import { isSectionComponent } from '#shared/site/sections.ts'
import type { Translate } from '#client/i18n/text.ts'
import type { es } from '#client/areas/administration/site-editor/strings.es.ts'

/** What a type of section is called. */
export const typeName = (t: Translate<typeof es>, component: string): string =>
  isSectionComponent(component) ? t(`type_${component}`) : component
