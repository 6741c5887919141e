import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DateField } from './date-field.tsx'
import { NumberField } from './number-field.tsx'
import { pasteAsSeen } from './paste-as-seen.ts'
import { TextArea } from './text-area.tsx'
import { PasswordField, TextField } from './text-field.tsx'

const cuts: number[] = []
const onPaste = (event: ClipboardEvent): void => pasteAsSeen(event, (n) => cuts.push(n))

function Fields() {
  const [value, setValue] = useState<Readonly<Record<string, string>>>({})
  const [parts, setParts] = useState({ day: '', month: '', year: '' })
  const of = (label: string) => ({
    label,
    value: value[label] ?? '',
    onChange: (next: string) => setValue((before) => ({ ...before, [label]: next })),
  })
  return (
    <>
      <TextField {...of('Nombre')} maxLength={20} />
      <TextField {...of('Código')} />
      <PasswordField {...of('Contraseña')} />
      <NumberField {...of('Monto')} />
      <TextArea {...of('Comentario')} />
      <DateField label="Fecha" parts={parts} onChange={setParts} />
    </>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
/** Pastes at the place of the caret, or over what is chosen; true: the browser's own paste goes on. */
function paste(into: HTMLElement, text: string, html = ''): boolean {
  into.focus()
  const parts: Readonly<Record<string, string>> = { 'text/plain': text, 'text/html': html }
  return fireEvent.paste(into, { clipboardData: { types: Object.keys(parts), getData: (type: string) => parts[type] ?? '' } })
}

let close = (): void => undefined
beforeEach(async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Fields />)
  document.addEventListener('paste', onPaste)
  close = () => {
    document.removeEventListener('paste', onPaste)
    root.unmount()
    place.remove()
  }
  await screen.findByLabelText('Nombre')
})
afterEach(() => close())

test('[FL10] what Word, mail and a sheet put around a text stays out of plain fields, at the place of the caret', async () => {
  paste(field('Código'), '\u202a76.123.456\u20117\u202c\r\n')
  await waitFor(() => expect(field('Código')).toHaveValue('76.123.456\u20117'))
  field('Código').setSelectionRange(0, 3)
  paste(field('Código'), '\u200b77.\n')
  await waitFor(() => expect(field('Código')).toHaveValue('77.123.456\u20117'))
  paste(field('Monto'), '1\u00a0234,5\r\n', '<table><tr><td>1 234,5</td></tr></table>')
  await waitFor(() => expect(field('Monto')).toHaveValue('1 234,5'))
  paste(field('Comentario'), '"Primera ""línea""\nsegunda"\r\n', '<table><tr><td>Primera</td></tr></table>')
  await waitFor(() => expect(field('Comentario')).toHaveValue('Primera "línea"\nsegunda'))
  expect(cuts).toEqual([])
})

test('[FL10] what needs nothing is the browser’s own paste, and a password is what its manager says', () => {
  expect(paste(field('Código'), 'SSMN-01')).toBe(true)
  expect(paste(field('Comentario'), 'uno\ndos\ttres')).toBe(true)
  expect(paste(field('Contraseña'), 'clave\u00a0con\u200bsignos')).toBe(true)
})

test('[FL10] what does not fit whole is told with what fitted', async () => {
  paste(field('Nombre'), 'Servicio de Salud\nMetropolitano Norte')
  await waitFor(() => expect(field('Nombre')).toHaveValue('Servicio de Salud Me'))
  expect(cuts.splice(0)).toEqual([20])
  paste(field('Nombre'), 'x')
  expect(field('Nombre')).toHaveValue('Servicio de Salud Me')
  expect(cuts.splice(0)).toEqual([0])
})

test('[FL10] a day fills its parts from any of them; what names none is told and changes nothing', async () => {
  paste(field('Año'), '31-12-2026 0:00')
  await waitFor(() => expect([field('Día').value, field('Mes').value, field('Año').value]).toEqual(['31', '12', '2026']))
  expect(paste(field('Día'), '14/03/25')).toBe(false)
  await screen.findByText('No se reconoce una fecha en «14/03/25». Escriba el día, el mes y el año.')
  expect(field('Día')).toHaveValue('31')
  fireEvent.change(field('Año'), { target: { value: '2025' } })
  await waitFor(() => expect(screen.queryByText(/^No se reconoce/)).not.toBeInTheDocument())
  paste(field('Día'), 'mañana')
  await screen.findByText(/^No se reconoce una fecha en «mañana»/)
  paste(field('Día'), '1 de marzo de 2027')
  await waitFor(() => expect([field('Día').value, field('Mes').value, field('Año').value]).toEqual(['1', '03', '2027']))
  expect(screen.queryByText(/^No se reconoce/)).not.toBeInTheDocument()
  field('Año').focus()
  field('Año').select()
  expect(paste(field('Año'), '2028')).toBe(true)
})
