import * as v from 'valibot'
import { route } from '../contract/route.ts'
import * as is from '../kernel/schemas.ts'

/** `claveunica`: who signs in is known by their rut. `standard`: by what the provider calls them. */
const ssoKinds = ['claveunica', 'standard'] as const

export const ssoProviderSchema = v.object({
  /** The provider's segment in `auth/{cu}`. */
  cu: v.string(),
  kind: v.picklist(ssoKinds),
  /** As people call it: Clave Única. */
  name: v.string(),
})
export type SsoProvider = Readonly<v.InferOutput<typeof ssoProviderSchema>>

/** Nothing is looked up to answer it: a page also asks for it to learn whether the server answers (CN2). */
export const ssoProviders = route({
  name: 'sso.providers',
  method: 'GET',
  path: 'auth/providers',
  summary: {
    es: 'Servicios de ingreso único que la plataforma ofrece; ninguno si no se configuró.',
    en: 'Single sign-on that the platform offers; none where none was set up.',
  },
  access: 'public',
  reply: v.object({ providers: is.list(ssoProviderSchema) }),
  fails: [],
})
