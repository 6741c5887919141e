import type { Translate } from '#client/i18n/text.ts'
import type { es } from '#client/areas/administration/site-editor/strings.es.ts'

const ordinals = ['One', 'Two', 'Three', 'Four'] as const

/** What a field is called: `bodyTwo` is "Cuerpo 2". */
export function fieldName(t: Translate<typeof es>, component: string, path: string): string {
  const key = path.split('.').at(-1) ?? path
  const ordinal = ordinals.findIndex((each) => key.endsWith(each))
  const stem = ordinal < 0 ? key : key.slice(0, -(ordinals[ordinal]?.length ?? 0))
  const name = component === 'header' && stem === 'imgSrc' ? 'headerImgSrc' : stem
  const words = isField(name) ? t(`field_${name}`) : key
  return ordinal < 0 ? words : t('numbered', { field: words, n: ordinal + 1 })
}

type FieldKey = { [Key in keyof typeof es]: Key extends `field_${infer Name}` ? Name : never }[keyof typeof es]
const fieldKeys: Readonly<Record<FieldKey, true>> = {
  title: true,
  subtitle: true,
  titleBody: true,
  body: true,
  caption: true,
  link: true,
  image: true,
  src: true,
  source: true,
  icon: true,
  imgSrc: true,
  headerImgSrc: true,
  logo: true,
  alt: true,
  imgAlt: true,
  iconAltText: true,
  logoAlt: true,
  logoLink: true,
  imgLink: true,
  linkText: true,
  resultsText: true,
  loginText: true,
  file: true,
  fullWidth: true,
  withImage: true,
  showResults: true,
  imgs: true,
  listData: true,
  socials: true,
}
const isField = (name: string): name is FieldKey => Object.hasOwn(fieldKeys, name)
