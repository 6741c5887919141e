import { defineConfig } from 'vite'

/** Vite and Vitest both look here: how the client is built, or what is tested. Each loads its own alone, for the plugins of a build take seconds. */
export default defineConfig(async () => {
  const { default: config } = await (process.env['VITEST'] === undefined
    ? import('./client/build/config.ts')
    : import('./e2e/tests.config.ts'))
  return config
})
