import { en as faq } from '#client/features/faq/strings.en.ts'
import { en as site } from '#client/features/site/strings.en.ts'
import { defineEnglish } from '#client/i18n/text.ts'

/** What the public site says in English. */
defineEnglish({ site, faq })
