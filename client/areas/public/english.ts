import { en as app } from '#client/page/strings.en.ts'
import { en as accounts } from '#client/features/accounts/strings.en.ts'
import { en as receiptCheck } from '#client/areas/public/receipts/check-strings.en.ts'
import { defineEnglish } from '#client/i18n/text.ts'
import { en as ui } from '#client/ui/strings.en.ts'

/** What the pages of strangers say in English. */
export const strangersEnglish = { app, ui, accounts, receiptCheck } as const

defineEnglish(strangersEnglish)
