import { expect, test } from 'vitest'
import { partsOfPaste } from './day-paste.ts'

test('[FL10] a whole day that is pasted fills every part, as sheets, letters and machines write it', () => {
  const day = { day: '14', month: '03', year: '2025' }
  for (const text of [
    '14/03/2025',
    ' 14-3-2025 ',
    '14.03.2025',
    '2025-03-14',
    '14-03-2025 0:00',
    '14/03/2025 12:00:00 a. m.',
    '2025-03-14T00:00:00.000Z',
    '14\u00a0\u2013 03 \u2013\u200b2025\r\n'.replaceAll(' ', '').replace('\u00a0', ''),
    '14-mar-2025',
    '14-mar.-2025',
    '14 de marzo de 2025',
    '14 de Marzo del\u00a02025',
    'viernes, 14 de marzo de 2025',
    '14 March 2025',
    'March 14, 2025',
    'Mar 14th, 2025',
  ])
    expect(partsOfPaste(text), text).toEqual(day)
  expect(partsOfPaste('1 de setiembre de 2026')).toEqual({ day: '1', month: '09', year: '2026' })
})

test('[FL10] what is no whole day fills no part', () => {
  for (const text of ['14', 'marzo', '14/13/2025', '14/03/25', '', '14 de ma de 2025', '14 de marzo', '14/03/2025 y 15/03/2025', '45000'])
    expect(partsOfPaste(text), text).toBeUndefined()
})
