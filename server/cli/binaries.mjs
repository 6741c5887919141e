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
