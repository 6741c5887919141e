import { useTable } from '#client/data/world/use-table.ts'

/** What a form is called, where this device knows it. */
export function FormName({ id }: { readonly id: string }) {
  const name = useTable('form')?.find((form) => form.id === id)?.name
  return name !== undefined && <span lang="es">{name}</span>
}
