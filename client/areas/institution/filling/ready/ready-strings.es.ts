export const readyEs = {
  /** In lists; names: who said it. */
  readyBy: ({ names }: { names: string }) => `Lista según ${names}`,
  readyOwn: 'La marcó como lista',
  readyShort: 'Lista',
} as const
