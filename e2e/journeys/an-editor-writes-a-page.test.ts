import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { admin } from '#server/testing/personas.ts'
import { PageEditorScreen } from '../screens/page-editor.ts'

const picture = join(import.meta.dirname, '../../client/public/icons/icon-192.png')
const types = [
  'Encabezado de portada',
  'Título',
  'Título y cuerpo',
  'Título centrado con imágenes',
  'Textos centrados con imágenes',
  'Textos centrados grandes con imágenes',
  'Imagen',
  'Lista',
  'Descargas',
  'Separador',
  'Carrusel',
  'Sección naranja con títulos e imágenes',
  'Índice en tres columnas',
  'Usos del índice',
  'Categorías del índice',
  'Instituciones',
  'Cabecera del sitio',
  'Pie del sitio',
]

/** What visitors are sent of a page, its words alone. */
const seen = async (page: Page, name: string): Promise<string> => {
  const reply = await page.request.get(`/site/${name}`, { maxRedirects: 0 })
  return reply.status() === 200 ? reply.text() : ''
}

test('[WE3] [WE7] [WE8] [WE9] [WE10] an editor builds a page of all 18 types in both languages, moves by keys, publishes it, and brings an older version back', async ({
  newDevice,
  ownServer,
}) => {
  test.setTimeout(300_000)
  const device = await newDevice(ownServer.url)
  const page = await device.open()
  const editor = new PageEditorScreen(page)
  await signIn(page, admin)

  await test.step('a page is begun: without a name nothing can be saved, and a name that is none is told in its words', async () => {
    await page.goto('/dashboard/paginas-admin')
    await page.getByRole('link', { name: 'Crear página' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Página nueva' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Guardar borrador' })).toHaveCount(0)
    await editor.name.fill('con espacios')
    await expect(page.getByText('El nombre de la página no puede contener caracteres especiales ni espacios')).toBeVisible()
    await editor.name.fill('todo18')
    await expect(page.getByText('/site/todo18', { exact: false })).toBeVisible()
    await page.getByRole('textbox', { name: 'Título, en español' }).fill('Todas las secciones')
    await page.getByRole('textbox', { name: 'Título, en inglés' }).fill('Every section')
    await page.getByRole('textbox', { name: 'Descripción, en español' }).fill('Una página con cada tipo.')
    await page.getByRole('textbox', { name: 'Descripción, en inglés' }).fill('A page with every type.')
  })

  await test.step('a section of each type is added and filled in, in both languages', async () => {
    for (const type of types) {
      const card = await editor.add(type)
      if (type === 'Imagen') {
        await card.getByRole('button', { name: 'Elegir imagen: Imagen' }).click()
        const dialog = page.getByRole('dialog', { name: 'Imagen y texto alternativo' })
        await dialog.locator('input[type=file]').setInputFiles(picture)
        await expect(dialog.getByRole('button', { name: /^icon-192\.png/ })).toHaveAttribute('aria-pressed', 'true')
        await dialog.getByRole('textbox', { name: 'Texto alternativo, en español' }).fill('Tres barras que crecen')
        await dialog.getByRole('textbox', { name: 'Texto alternativo, en inglés' }).fill('Three growing bars')
        await expectNoBarrier(page)
        await dialog.getByRole('button', { name: 'Listo' }).click()
        await expect(dialog).toBeHidden()
      } else if (type === 'Lista') {
        await editor.fillWords(card)
        await card.getByRole('button', { name: 'Agregar elemento' }).click()
        const dialog = page.getByRole('dialog', { name: 'Título y contenido del elemento 1' })
        await editor.fillWords(dialog)
        await dialog.getByRole('button', { name: 'Listo' }).click()
        await expect(dialog).toBeHidden()
      } else await editor.fillWords(card)
    }
    expect(await editor.types()).toEqual(types)
    const list = editor.card(types.indexOf('Lista') + 1)
    await expect(list).toContainText('Inglés: 3 de 3 textos')
    await expectNoBarrier(page)
  })

  await test.step('it is moved by keys alone, and what was done is taken back', async () => {
    await editor
      .card(18)
      .getByRole('button', { name: /^Subir sección 18/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const moved = [...types.slice(0, 15), 'Pie del sitio', 'Instituciones', 'Cabecera del sitio']
    await expect.poll(() => editor.types()).toEqual(moved)
    await expect(editor.card(16).getByRole('button', { name: /^Subir sección 16/ })).toBeFocused()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect.poll(() => editor.types()).toEqual(types)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(async () => (await editor.types())[16]).toBe('Pie del sitio')
    await page.keyboard.press('Control+z')
    await editor
      .card(2)
      .getByRole('button', { name: /^Eliminar seccion sección 2/ })
      .click()
    await expect.poll(() => editor.types()).toHaveLength(17)
    await page.getByRole('button', { name: 'Deshacer' }).last().click()
    await expect.poll(() => editor.types()).toEqual(types)
  })

  await test.step('it is saved, drawn by the server as a preview, and visitors see nothing yet', async () => {
    await editor.save()
    await expect(page).toHaveURL(/paginas-admin\/[\w-]{8,}$/)
    await expect(editor.cards).toHaveCount(18)
    expect(await seen(page, 'todo18')).toBe('')
    await page.getByRole('button', { name: 'Vista previa' }).click()
    const frame = page.frameLocator('iframe')
    await expect(frame.getByText('Palabras en español').first()).toBeVisible()
    await page.getByRole('button', { name: 'Inglés', exact: true }).click()
    await expect(frame.getByText('Words in English').first()).toBeVisible()
    await page.getByRole('button', { name: 'Teléfono' }).click()
    await expect(page.getByTitle('Vista previa, Teléfono, Inglés')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('what is wrong is listed and leads to its field; what is right is published', async () => {
    const title = editor.card(2)
    await title.getByRole('button', { name: /^Editar seccion sección 2/ }).click()
    await title.getByRole('textbox', { name: 'Título, en español' }).fill('')
    await title.getByRole('button', { name: /^Listo sección 2/ }).click()
    await page.getByRole('button', { name: 'Publicar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Publicar la página todo18' })
    await expect(dialog.getByRole('heading', { name: '1 problema impide publicar' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Publicar', exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: /^Falta completar este campo/ }).click()
    await expect(title.getByRole('textbox', { name: 'Título, en español' })).toBeFocused()
    await page.keyboard.type('Palabras que ven las visitas')
    await title.getByRole('button', { name: 'El inglés sigue vigente' }).click()
    await editor.publish()
    expect(await seen(page, 'todo18')).toContain('Palabras que ven las visitas')
    expect(await (await page.request.get('/en/site/todo18')).text()).toContain('Words in English')
  })

  await test.step('an older version is compared with what stands, comes back as a draft, and visitors see it once it is published', async () => {
    await page.getByRole('button', { name: 'Versiones' }).click()
    await page.getByRole('button', { name: 'Comparar la versión 1 con lo de ahora' }).click()
    const compared = page.getByRole('dialog', { name: 'Versión 1 y lo de ahora' })
    await expect(compared).toContainText('Palabras que ven las visitas')
    await compared.getByRole('button', { name: 'Recuperar esta versión' }).click()
    await expect(page.getByText('La versión 1 está en el editor', { exact: false }).first()).toBeVisible()
    expect(await seen(page, 'todo18')).toContain('Palabras que ven las visitas')
    await editor.publish()
    expect(await seen(page, 'todo18')).not.toContain('Palabras que ven las visitas')
  })
})
