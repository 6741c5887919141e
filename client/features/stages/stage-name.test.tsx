import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { kindNamesEn } from '#shared/stages/kind-names.en.ts'
import { kindNamesEs } from '#shared/stages/kind-names.es.ts'
import { stageKinds } from '#shared/stages/model.ts'
import type { Stage } from '#shared/stages/model.ts'
import { AddressLanguage } from '#client/i18n/language.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { StageTimeline } from './stage-timeline.tsx'
import { en } from './strings.en.ts'

defineEnglish({ stages: en })

const timeline = (language: 'es' | 'en', named: (kind: Stage['kind']) => string): string => {
  const stages = stageKinds.map((kind, at) => ({
    id: kind,
    kind,
    name: named(kind),
    start: `2026-0${at + 1}-01`,
    end: `2026-0${at + 1}-20`,
  }))
  return renderToStaticMarkup(
    <AddressLanguage value={language}>
      <StageTimeline form={{ stages }} now="2026-01-10T12:00:00.000Z" />
    </AddressLanguage>,
  ).replace(/&#x27;/g, "'")
}

test('[FM3] a stage that bears the name of its kind is called in the language of who reads', () => {
  const english = timeline('en', (kind) => kindNamesEs[kind])
  const spanish = timeline('es', (kind) => kindNamesEs[kind])
  for (const kind of stageKinds) {
    expect(english).toContain(`<span lang="en">${kindNamesEn[kind]}</span>`)
    expect(spanish).toContain(`<span lang="es">${kindNamesEs[kind]}</span>`)
  }
})

test('[FM3] another name is what the lab wrote, said to be Spanish', () => {
  expect(timeline('en', () => 'Puesta en marcha')).toContain('<span lang="es">Puesta en marcha</span>')
})
