import { useKeptFields } from '#client/data/use-kept-fields.ts'

export interface Names {
  readonly name: string
  readonly description: string
}

/** Name and description of a form while they are written, kept on this device until they are saved or given up. */
export function useKeptNames(subject: string, initial: Names) {
  const { fields: names, ...rest } = useKeptFields<{ readonly name: string; readonly description: string }>(`form-names:${subject}`, {
    name: initial.name,
    description: initial.description,
  })
  return { names, ...rest }
}
