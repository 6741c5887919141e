import { passwordMaxLength, passwordMinLength } from '#shared/accounts/model.ts'
import { failure, type Failure } from '#shared/kernel/failure.ts'
import { hash, verify } from '@node-rs/argon2'
import { commonPasswords, productWords } from './common-passwords.ts'

/** Cost of argon2id: KiB of memory and passes over them. */
export interface PasswordCost {
  readonly memoryKib: number
  readonly passes: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an account that does not exist or has no password. */
  matches(password: string, known: string | null | undefined): Promise<boolean>
}

/** argon2id of version 0x13, the library's default algorithm. */
export async function createPasswords(cost: PasswordCost): Promise<Passwords> {
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const nobody = await hash('nobody has this password', options)
  return {
    hash: (password) => hash(password, options),
    matches: async (password, known) => {
      const same = await verify(known ?? nobody, password)
      return same && known !== null && known !== undefined
    },
  }
}

/**
 * Why a new password cannot be taken; undefined when it can (institution-area §5; reliability 1.5).
 * Never trimmed or folded; only the look-up of common ones ignores case.
 */
export function passwordFailure(
  password: string,
  confirmation: string,
  known: { readonly email: string; readonly institution: string | null },
): Failure | undefined {
  if (password === '') return failure('password_empty')
  if (password.length < passwordMinLength) return failure('password_too_short', { n: passwordMinLength })
  if (password.length > passwordMaxLength) return failure('password_too_long', { n: passwordMaxLength })
  if (password !== confirmation) return failure('passwords_differ')
  const folded = password.toLowerCase()
  const local = known.email.split('@')[0] ?? ''
  const own = [known.email, local, known.institution ?? ''].map((word) => word.toLowerCase())
  if (commonPasswords.has(folded) || productWords.has(folded) || own.includes(folded)) return failure('password_too_common')
  return undefined
}
