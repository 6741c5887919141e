import type { ListedCategory, ListedInstitution } from '#shared/institutions/directory-routes.ts'
import { dayMs } from '#shared/kernel/instant.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { carryLetters } from '../../jobs/letters.ts'
import { sweep } from '../../jobs/sweep.ts'
import { anotherAdministrator, type CallOptions, type TestApp } from '../../testing/app.ts'
import { onEachDatabase } from '../../testing/databases.ts'

const leader = { name: 'Julia', surname: 'Soto', email: 'julia@nuevo.example' }
const texts = { name: 'Regionales', shortDescription: 'Corta', longDescription: 'Larga' }

async function withCategory(server: TestApp): Promise<{ token: string; category: string }> {
  const token = await server.token('root')
  const made = await server.call('POST', 'category', { token, body: texts })
  return { token, category: (made.data as ListedCategory)._id }
}
const bodyOf = (category: string, part: object = {}) => ({
  name: 'Servicio Nuevo',
  code: 'SNU',
  abbreviation: 'SN',
  category,
  orientation: 'Institucional',
  domains: ['nuevo.example'],
  leader,
  ...part,
})
interface ReplyOfImport {
  readonly rows: readonly object[]
  readonly undo: object | null
  readonly problems: readonly { readonly row: number; readonly column: string | null; readonly code: string }[]
}
const institution = (data: unknown): ListedInstitution => data as ListedInstitution

onEachDatabase((start, _, testOnce) => {
  describe('institutions', () => {
    test('[OR1] one is made with its leader, who gets in by the letter, and the same call again makes no second one', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const make = (part: object = {}, rest: Partial<CallOptions> = {}) =>
        server.call('POST', 'institution', { token, body: bodyOf(category, part), ...rest })
      const headers = { 'Idempotency-Key': 'make-once-01' }
      const made = await make({}, { headers })
      expect(made.status).toBe(200)
      expect(made.data).toMatchObject({ name: 'Servicio Nuevo', categoryName: 'Regionales', leaderEmail: leader.email, forms: [] })
      expect(institution((await make({}, { headers })).data)._id).toBe(institution(made.data)._id)
      expect((await make({ leader: { ...leader, email: 'otra@nuevo.example' } })).error.code).toBe('institution_name_taken')
      expect(
        (
          await make({
            name: 'Otra',
            code: 'otra',
            leader: { ...leader, email: 'eva@laboratorio.example' },
            domains: ['laboratorio.example'],
          })
        ).error,
      ).toMatchObject({
        code: 'email_taken',
      })
      const carried: { to: { address: string }; text: string }[] = []
      await carryLetters(server.app.server, { carry: (letter) => Promise.resolve(void carried.push(letter)), close: () => undefined })
      const [letter] = carried.filter(({ to }) => to.address === leader.email)
      const secret = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
      const password = { password: 'una-clave-larga', confirmPassword: 'una-clave-larga' }
      expect((await server.call('POST', 'auth/invite', { body: { token: secret, email: leader.email, ...password } })).status).toBe(200)
      const signedIn = await server.call('POST', 'auth', { body: { email: leader.email, password: password.password } })
      expect(signedIn.data).toMatchObject({ user: { institutionId: institution(made.data)._id } })
      await server.close()
    })

    test('[OR2] the code of a name is proposed, and none that another institution has', async () => {
      const server = await start()
      const token = await server.token('root')
      const propose = (name: string) => server.call('GET', `institution/code/${encodeURIComponent(name)}`, { token })
      expect((await propose('Servicio Nuevo / de Todo')).data).toEqual({ code: 'SNT' })
      expect((await propose('sur')).data).toEqual({ code: 'SUR2' })
      await server.close()
    })

    test('[OR3] two administrators at one institution: other fields meet nobody, the same field is told with who, when and what', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const other = await anotherAdministrator(server)
      const list = (await server.call('GET', 'institution', { token })).data as { institutionById: Record<string, ListedInstitution> }
      const { norte } = list.institutionById
      const put = (by: string, body: object) => server.call('PUT', 'institution/norte', { token: by, body: { seen: norte, ...body } })
      expect((await put(other, { abbreviation: 'SNN', category })).status).toBe(200)
      expect((await put(token, { name: 'Servicio del Norte' })).data).toMatchObject({ abbreviation: 'SNN', name: 'Servicio del Norte' })
      const met = await put(token, { abbreviation: 'OTRA' })
      expect(met.status).toBe(409)
      expect(met.error).toMatchObject({ code: 'changed_meanwhile', params: { field: 'abbreviation', value: 'SNN' } })
      const history = (await server.call('GET', 'institution/norte/history', { token })).data
      expect(history).toMatchObject([
        { action: 'Cambia institución', changed: [{ field: 'name', from: 'Servicio norte', to: 'Servicio del Norte' }] },
        { by: 'Rita Rojas', changed: [{ field: 'abbreviation' }, { field: 'category' }] },
      ])
      await server.close()
    })

    test('[OR3] who changed what of a category is told, newest first, and to administrators alone', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const other = await anotherAdministrator(server)
      const icon = (
        await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer()
      ).toString('base64')
      await server.call('PUT', `category/${category}`, { token: other, body: { name: 'De regiones', icon } })
      await server.call('PUT', `category/${category}/toggle`, { token, body: { value: false } })
      const history = await server.call('GET', `category/${category}/history`, { token })
      expect(history.data).toMatchObject([
        { action: 'Cambia categoría', changed: [{ field: 'active', from: 'true', to: 'false' }] },
        {
          by: 'Rita Rojas',
          changed: [
            { field: 'name', from: 'Regionales', to: 'De regiones' },
            { field: 'icon', from: null, to: expect.stringMatching(/^[\da-f]{64}$/) },
          ],
        },
        { action: 'Crea categoría' },
      ])
      expect((await server.call('GET', 'category/none/history', { token })).error.code).toBe('not_found')
      expect((await server.call('GET', `category/${category}/history`, { token: await server.token('ana') })).status).toBe(403)
      await server.close()
    })

    test('[OR6] one that is not enabled, or deactivated, is offered to no form; one that takes part stays in it', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const made = institution((await server.call('POST', 'institution', { token, body: bodyOf(category) })).data)
      const form = String(((await server.call('POST', 'form', { token, body: { name: 'Índice 2027' } })).data as { _id: string })._id)
      const choices = async () =>
        (await server.call('GET', `institution/${form}`, { token })).data as { institutionIds: string[]; availableInstitutionIds: string[] }
      const set = (flag: string, value: boolean) => server.call('PUT', `institution/${made._id}/${flag}`, { token, body: { value } })
      const put = () =>
        server.call('POST', `form/${form}/participant`, { token, body: { institutions: [{ institutionId: made._id, evaluatorId: null }] } })
      expect((await choices()).availableInstitutionIds).toEqual([made._id])
      for (const flag of ['toggle', 'deactivate'] as const) {
        expect((await set(flag, flag === 'deactivate')).status).toBe(200)
        expect((await choices()).availableInstitutionIds).toEqual([])
        expect((await put()).error).toMatchObject({ code: 'institution_closed', params: { name: 'Servicio Nuevo' } })
        const actives = (await server.call('GET', 'institution/actives', { token })).data as { institutionIds: string[] }
        expect(actives.institutionIds).not.toContain(made._id)
        await set(flag, flag !== 'deactivate')
      }
      for (const hide of [true, false])
        expect((await server.call('PUT', `institution/${made._id}/hide`, { token })).data).toMatchObject({ hide })
      expect((await set('hide', true)).data).toMatchObject({ hide: true, active: true, deactivate: false })
      expect((await put()).status).toBe(200)
      expect((await server.call('GET', `form/${form}/participant`, { token })).data).toMatchObject({
        [made._id]: { leader: made.leader?._id },
      })
      await set('deactivate', true)
      expect((await choices()).institutionIds).toContain(made._id)
      await server.close()
    })

    test('[OR7] people of a deactivated institution neither go on nor sign in, and come back to what they wrote', async () => {
      const server = await start()
      const token = await server.token('root')
      const ana = await server.token('ana')
      const answer = {
        seq: 1,
        mid: 'ana-writes-1',
        n: 'answer.set',
        v: 1,
        s: 'inst:norte:tiny',
        a: { unit: 'q9', value: 'Queda' },
        t: server.clock.now(),
      }
      await server.push(ana, 'device-of-ana', [answer])
      const ended: string[] = []
      server.app.server.pokes.subscribe({
        moved: () => undefined,
        regained: () => undefined,
        stopped: () => undefined,
        ended: (who) => ended.push(who),
      })
      const deactivate = (value: boolean) => server.call('PUT', 'institution/norte/deactivate', { token, body: { value } })
      expect((await deactivate(true)).data).toMatchObject({ deactivate: true })
      // On PostgreSQL it comes by a connection of its own.
      await expect.poll(() => ended).toContain('ana')
      expect((await server.call('GET', 'user/getMaxRole', { token: ana })).error.code).toBe('revoked')
      expect((await server.pull(ana, 'device-of-ana', null)).error.code).toBe('revoked')
      const sol = await server.token('sur-lider')
      expect((await server.call('GET', 'user/getMaxRole', { token: sol })).status).toBe(200)
      expect((await deactivate(false)).data).toMatchObject({ deactivate: false })
      const { data } = await server.pull(ana, 'device-of-ana', null)
      expect(data.rows.some(({ t, r }) => t === 'answer' && (r as { value?: unknown }).value === 'Queda')).toBe(true)
      await server.close()
    })

    test('[OR8] the leadership goes over in every form that runs, in whatever stage, and both are told once', async () => {
      const server = await start()
      server.clock.advance(32 * dayMs)
      await server.app.tick()
      const token = await server.token('root')
      const over = await server.call('PUT', 'institution/norte/leader', { token, body: { who: { userId: 'berta' } } })
      expect(over.data).toMatchObject({ leader: { _id: 'berta' } })
      const leads = (await server.call('GET', 'form/tiny/participant', { token })).data
      expect(leads).toMatchObject({ norte: { leader: 'berta' } })
      const letters = await server.db.q.selectFrom('letter').select(['template', 'to_user']).orderBy('template').execute()
      expect(letters).toEqual([
        { template: 'leads', to_user: 'berta' },
        { template: 'leadsNoMore', to_user: 'ana' },
      ])
      const invite = { name: 'Nora', surname: 'Nueva', email: 'nora@norte.example' }
      const invited = await server.call('PUT', 'institution/norte/leader', { token, body: { who: { invite }, seen: 'berta' } })
      expect(invited.data).toMatchObject({ leader: { email: invite.email, joined: false } })
      expect((await server.call('GET', 'form/tiny/participant', { token })).data).toMatchObject({
        norte: { leader: institution(invited.data).leader?._id },
      })
      const late = await server.call('PUT', 'institution/norte/leader', { token, body: { who: { userId: 'carlos' }, seen: 'berta' } })
      expect(late.error.code).toBe('changed_meanwhile')
      await server.close()
    })

    test('[OR9] one that took part is not deleted; one made by mistake is, frees its name and code, and comes back', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const refused = await server.call('DELETE', 'institution/norte', { token })
      expect(refused.error).toMatchObject({ code: 'institution_in_use', message: expect.stringContaining('desactivarla') })
      const made = institution((await server.call('POST', 'institution', { token, body: bodyOf(category) })).data)
      expect((await server.call('DELETE', `institution/${made._id}`, { token })).status).toBe(200)
      const ids = async () => ((await server.call('GET', 'institution', { token })).data as { institutionIds: string[] }).institutionIds
      expect(await ids()).not.toContain(made._id)
      expect((await server.call('POST', `institution/${made._id}/restore`, { token })).status).toBe(200)
      expect(await ids()).toContain(made._id)
      await server.close()
    })
  })

  describe('an institution that was made by mistake', () => {
    test('[OR9] whoever was invited to it gets no letter and has no account, and is invited to the one that is made in its place', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const make = async () => (await server.call('POST', 'institution', { token, body: bodyOf(category) })).data as ListedInstitution
      const carried: { to: { address: string }; text: string }[] = []
      const carry = () =>
        carryLetters(server.app.server, { carry: (letter) => Promise.resolve(void carried.push(letter)), close: () => undefined })
      const secret = () => /token=([\w-]+)/.exec(carried.at(-1)?.text ?? '')?.[1] ?? ''
      const password = { email: leader.email, password: 'una-clave-larga', confirmPassword: 'una-clave-larga' }
      const accept = () => server.call('POST', 'auth/invite', { body: { token: secret(), ...password } })
      const accounts = () => server.db.q.selectFrom('user').select(['id', 'institution_id']).where('email', '=', leader.email).execute()
      const unread = await make()
      await server.call('DELETE', `institution/${unread._id}`, { token })
      await carry()
      expect([carried, await accounts()]).toEqual([[], []])
      const read = await make()
      await carry()
      expect(carried).toHaveLength(1)
      await server.call('DELETE', `institution/${read._id}`, { token })
      expect((await accept()).status).toBeGreaterThanOrEqual(400)
      const kept = await make()
      expect(kept).toMatchObject({ leaderEmail: leader.email })
      await carry()
      expect((await accept()).status).toBe(200)
      expect(await accounts()).toEqual([{ id: kept.leader?._id, institution_id: kept._id }])
      const history = (await server.call('GET', `institution/${read._id}/history`, { token })).data
      expect(history).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ action: 'Retira invitación', text: expect.stringContaining(leader.email) })]),
      )
      await server.close()
    })

    test('[OR9] brought back, who was to lead it is invited again, unless their address is somebody else’s by now', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const made = (await server.call('POST', 'institution', { token, body: bodyOf(category) })).data as ListedInstitution
      const restore = () => server.call('POST', `institution/${made._id}/restore`, { token })
      await server.call('DELETE', `institution/${made._id}`, { token })
      expect((await restore()).data).toMatchObject({ leader: { _id: made.leader?._id, active: true }, leaderEmail: leader.email })
      await server.call('DELETE', `institution/${made._id}`, { token })
      const body = bodyOf(category, { name: 'Otro', code: 'OTRO' })
      expect((await server.call('POST', 'institution', { token, body })).status).toBe(200)
      expect((await restore()).error.code).toBe('email_taken')
      await server.close()
    })

    test('[OR9] who led it and belongs elsewhere goes on there, and leads it again when it is brought back', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      const ana = { name: 'Ana', surname: 'Araya', email: 'ana@norte.example' }
      const body = bodyOf(category, { leader: ana, domains: ['norte.example'] })
      const made = (await server.call('POST', 'institution', { token, body })).data as ListedInstitution
      expect(made.leader).toMatchObject({ _id: 'ana', joined: true })
      const belongs = async () =>
        (await server.db.q.selectFrom('membership').select('institution_id').where('user_id', '=', 'ana').execute()).length
      expect(await belongs()).toBe(2)
      await server.call('DELETE', `institution/${made._id}`, { token })
      expect(await belongs()).toBe(1)
      expect((await server.call('GET', 'user/getMaxRole', { token: await server.token('ana') })).status).toBe(200)
      const back = await server.call('POST', `institution/${made._id}/restore`, { token })
      expect(back.data).toMatchObject({ leader: { _id: 'ana', active: true } })
      expect(await belongs()).toBe(2)
      await server.close()
    })
  })

  describe('a table of institutions', () => {
    const heading = 'codigo,nombre,sigla,categoria,orientacion,dominios,nombre_lider,apellido_lider,correo_lider'
    const sent = async (server: TestApp, token: string, csv: string, apply: 'yes' | 'no' = 'no') => {
      const reply = await server.app.fetch(
        new Request(`http://localhost/api/v1/institution/import?name=i.csv&apply=${apply}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
          body: csv,
        }),
      )
      return ((await reply.json()) as { data: ReplyOfImport }).data
    }

    test('[OR10] what it would do is told before, all of it is done or none, the same again does nothing, and one call takes it back', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      await server.call('PUT', 'institution/norte', { token, body: { category } })
      const csv = [
        heading,
        'NORTE,Servicio del Norte,NORTE,Regionales,institucional,norte.example,,,',
        'A1,Servicio A,SA,Regionales,Ciudadana con Foco Social,,Julia,Soto,julia@a.example',
        'B1,Servicio B,SB,Regionales,Institucional,b.example,Nora,Rojas,nora@b.example',
      ]
      const near = await sent(
        server,
        token,
        [heading, 'C1,Servicio C,SC,Rejionales,Institucionl,c.example,Ana,Soto,ana@c.example'].join('\n'),
      )
      expect(near.problems.map(({ column, code }) => [column, code])).toEqual([
        ['categoria', 'table_near'],
        ['orientacion', 'table_near'],
      ])
      const wrong = await sent(server, token, [...csv, 'C1,servicio a,SC,Ninguna,Otra,c,Ana,,eva@laboratorio.example'].join('\n'), 'yes')
      expect(wrong.problems.map(({ row, column, code }) => [row, column, code])).toEqual(
        expect.arrayContaining([
          [3, 'dominios', 'table_cell_empty'],
          [5, 'nombre', 'table_row_again'],
          [5, 'categoria', 'category_unknown'],
          [5, 'orientacion', 'institution_orientation_missing'],
          [5, 'dominios', 'domain_invalid'],
          [5, 'apellido_lider', 'surname_empty'],
          [5, 'correo_lider', 'email_taken'],
        ]),
      )
      const ids = async () => ((await server.call('GET', 'institution', { token })).data as { institutionIds: string[] }).institutionIds
      expect(await ids()).toHaveLength(2)
      const good = csv.join('\n').replace('Foco Social,,', 'Foco Social,a.example,')
      const before = await sent(server, token, good)
      expect(before.rows).toMatchObject([
        { row: 2, kind: 'change', changed: [{ field: 'name', from: 'Servicio norte', to: 'Servicio del Norte' }] },
        { row: 3, kind: 'create', email: 'julia@a.example' },
        { row: 4, kind: 'create' },
      ])
      expect(await ids()).toHaveLength(2)
      const made = await sent(server, token, good, 'yes')
      expect(made.undo).toMatchObject({ created: [expect.any(String), expect.any(String)], changed: [{ id: 'norte' }] })
      expect(await ids()).toHaveLength(4)
      expect(await server.db.q.selectFrom('letter').select('template').execute()).toHaveLength(2)
      expect(await sent(server, token, good, 'yes')).toMatchObject({ rows: [], same: 3, undo: null })
      const undone = await server.call('POST', 'institution/import/undo', { token, body: made.undo })
      expect(undone.data).toEqual({ left: 0 })
      expect(await ids()).toHaveLength(2)
      const { norte } = (
        (await server.call('GET', 'institution', { token })).data as { institutionById: Record<string, ListedInstitution> }
      ).institutionById
      expect(norte?.name).toBe('Servicio norte')
      await server.close()
    })

    test('[OR10] the template brought back as it is changes nothing', async () => {
      const server = await start()
      const { token, category } = await withCategory(server)
      for (const id of ['norte', 'sur']) await server.call('PUT', `institution/${id}`, { token, body: { category } })
      const template = await server.app.fetch(
        new Request('http://localhost/api/v1/institution/template', { headers: { Authorization: `Bearer ${token}` } }),
      )
      const reply = await server.app.fetch(
        new Request('http://localhost/api/v1/institution/import?apply=yes', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': template.headers.get('content-type') ?? '' },
          body: await template.arrayBuffer(),
        }),
      )
      expect((await reply.json()).data).toEqual({ rows: [], same: 2, undo: null, problems: [], more: 0 })
      await server.close()
    })
  })

  describe('categories', () => {
    test('[OR5] a picture is drawn anew and small whatever was sent, goes out inert, and is swept only when no category has it', async () => {
      const server = await start()
      const token = await server.token('root')
      const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a0' } })
        .withExif({ IFD0: { Copyright: 'secreto' } })
        .jpeg()
        .toBuffer()
      const put = (icon: Buffer | null, name = 'Con imagen') =>
        server.call('POST', 'category', { token, body: { ...texts, name, icon: icon && icon.toString('base64') } })
      const made = (await put(picture)).data as ListedCategory
      const shown = await server.app.fetch(new Request(`http://localhost/api/v1/category/icon/${made.icon}`))
      expect([shown.headers.get('content-type'), shown.headers.get('content-security-policy')]).toEqual([
        'image/webp',
        "sandbox; default-src 'none'; frame-ancestors 'none'",
      ])
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 85 })
      expect(bytes.includes('secreto')).toBe(false)
      await sweep({
        ...server.app.server,
        files: {
          ...server.app.server.files,
          sweep: (shelf, isNamed) => Promise.resolve(shelf === 'parts' || isNamed(made.icon ?? '') ? 0 : 1),
        },
      })
      expect((await server.app.fetch(new Request(`http://localhost/api/v1/category/icon/${'a'.repeat(64)}`))).status).toBe(404)
      await server.close()
    })

    testOnce('[OR5] what weighs over two megabytes, is no picture or unpacks to gigabytes is refused with a sentence', async () => {
      const server = await start()
      const token = await server.token('root')
      const put = async (icon: Buffer) =>
        (await server.call('POST', 'category', { token, body: { ...texts, icon: icon.toString('base64') } })).error
      expect(await put(Buffer.alloc(2_097_153))).toMatchObject({ code: 'icon_too_large', message: 'Archivo no puede pesar más 2 MB' })
      const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a00' } })
        .png()
        .toBuffer()
      const bomb = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#000' }, limitInputPixels: false })
        .png({ compressionLevel: 9 })
        .toBuffer()
      for (const bytes of [
        Buffer.from('%PDF-1.7'),
        Buffer.from('<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><html/>'),
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>`),
        whole.subarray(0, 60),
        bomb,
        Buffer.alloc(0),
      ])
        expect(await put(bytes)).toMatchObject({ code: 'icon_unreadable' })
      expect((await server.call('GET', 'category', { token })).data).toMatchObject({ categoryIds: [] })
      await server.close()
    })
  })
})
