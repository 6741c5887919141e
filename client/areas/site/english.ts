import { en as charts } from '#client/areas/site/charts/strings.en.ts'
import { en as resultsPages } from '#client/areas/site/results/strings.en.ts'
import { en as faq } from '#client/features/faq/strings.en.ts'
import { chartEn as openCharts } from '#client/areas/site/open-data/charts/chart-strings.en.ts'
import { en as openData } from '#client/areas/site/open-data/strings.en.ts'
import { en as site } from '#client/features/site/strings.en.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { en as ui } from '#client/ui/strings.en.ts'

/** What the public site says in English. */
defineEnglish({ site, faq, charts, openCharts, openData, resultsPages, ui })
