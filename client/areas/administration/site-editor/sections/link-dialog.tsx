import { useState } from 'react'
import { pageAddress } from '#shared/addresses.ts'
import type { Section } from '#shared/site/model.ts'
import { contentPath, sitePathNames, sitePaths } from '#shared/site/paths.ts'
import { linkHref } from '#shared/site/rules.ts'
import { useText } from '#client/i18n/text.ts'
import { Button } from '#client/ui/button.tsx'
import { RadioGroup } from '#client/ui/fields/radio-group.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { textAt } from '#client/areas/administration/site-editor/acts.ts'
import { fieldId, useEditorParts } from '#client/areas/administration/site-editor/editor-context.ts'
import { PartDialog } from './part-dialog.tsx'
import { siteEditorText } from '#client/areas/administration/site-editor/text.ts'
import { WordsPart } from './words-part.tsx'

interface Props {
  readonly section: Section
  readonly path: string
  readonly words: string | null
  readonly most: number
  readonly onClose: () => void
}

/** Where a link leads: a page of the site, chosen, or another address, typed; and the words that it has in both languages. */
export function LinkDialog({ section, path, words, most, onClose }: Props) {
  const t = useText(siteEditorText)
  const { act } = useEditorParts()
  const address = textAt(section, path)
  const inside = useInsidePaths()
  const isInside = inside.some(({ value }) => value === address)
  const [where, setWhere] = useState<'inside' | 'outside'>(address === '' || isInside ? 'inside' : 'outside')
  const href = linkHref(address)
  const write = (value: string): void => act({ kind: 'write', id: section.id, language: 'es', path, value })
  return (
    <PartDialog section={section} title={t(words === null ? 'linkAddressTitle' : 'linkTitle')} onClose={onClose}>
      {words !== null && <WordsPart section={section} path={words} field={{ kind: 'line', most }} />}
      <RadioGroup
        label={t('linkWhere')}
        choices={[
          { value: 'inside', label: t('linkInside') },
          { value: 'outside', label: t('linkOutside') },
        ]}
        value={where}
        onChange={(next) => setWhere(next === 'inside' ? 'inside' : 'outside')}
      />
      {where === 'inside' ? (
        <Select
          id={fieldId(section.id, path, null)}
          label={t('linkPage')}
          options={inside}
          value={isInside ? address : ''}
          onChange={write}
        />
      ) : (
        <TextField
          id={fieldId(section.id, path, null)}
          label={t('linkAddress')}
          hint={t('linkAddressHint')}
          value={address}
          onChange={write}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          error={address.trim() !== '' && href === '' ? t('linkWrong') : null}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 text-sm wrap-anywhere text-ink-600">
          {href === '' ? t('linkNone') : t('linkWill', { address: href })}
        </p>
        {address !== '' && (
          <Button size="small" kind="quiet" onClick={() => write('')}>
            {t('linkClear')}
          </Button>
        )}
      </div>
    </PartDialog>
  )
}

/** Everything of this site that a link can lead to: its pages, and what has an address without being one. */
function useInsidePaths(): readonly { readonly value: string; readonly label: string }[] {
  const { pages } = useEditorParts()
  const own = pages
    .filter(({ removed, name }) => !removed && !['header', 'footer'].includes(name.toLowerCase()))
    .map(({ name }) => ({ value: contentPath(name), label: `${name} (${contentPath(name)})` }))
  const drawn = sitePathNames
    .filter((name) => sitePaths[name].page === null)
    .map((name) => ({ value: sitePaths[name].path, label: sitePaths[name].path }))
  const all = [...own, ...drawn, { value: pageAddress('login'), label: pageAddress('login') }]
  return all.filter(({ value }, at) => all.findIndex((each) => each.value === value) === at)
}
