import type { Core } from '../core.ts'
import type { Together } from '../face.ts'

export const togetherOf = (core: Core): Omit<Together, 'present'> => ({
  stand: (at) => core.parts.presence.stand(at),
})
