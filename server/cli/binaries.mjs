import { join } from 'node:path'

/**
 * Where the installed programs are, as files that can be started or given to Node as they are.
 * What npm puts into `.bin` on Windows are scripts of its shells, and `node/bin/node` is an empty file there.
 */
export function binariesOf(root, platform) {
  const modules = join(root, 'node_modules')
  return {
    bin: join(modules, '.bin'),
    node: join(modules, 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node'),
    vite: join(modules, 'vite', 'bin', 'vite.js'),
  }
}

/** Where Node keeps what it made of the sources: a start takes half the time then. Where it cannot be written, as in the image, Node does without. */
export const compiledIn = (root) => ({ NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') })
