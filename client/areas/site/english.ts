import { en as charts } from '#client/features/charts/strings.en.ts'
import { en as resultsPages } from '#client/features/dashboards/strings.en.ts'
import { en as faq } from '#client/features/faq/strings.en.ts'
import { chartEn as openCharts } from '#client/features/open-data/chart-strings.en.ts'
import { en as openData } from '#client/features/open-data/strings.en.ts'
import { en as site } from '#client/features/site/strings.en.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { en as ui } from '#client/ui/strings.en.ts'

/** What the public site says in English. */
defineEnglish({ site, faq, charts, openCharts, openData, resultsPages, ui })
