import { spawn, spawnSync } from 'node:child_process'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a program to its end; `quiet` keeps what it says from the terminal. */
export function run(
  command: readonly string[],
  options: { readonly cwd?: string; readonly input?: string; readonly quiet?: boolean } = {},
): Promise<Said> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: options.cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    let out = ''
    let err = ''
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString()
      if (options.quiet === false) process.stderr.write(text)
    })
    child.stderr.on('data', (text: Buffer) => {
      err += text.toString()
      if (options.quiet === false) process.stderr.write(text)
    })
    child.on('error', (error) => resolve({ code: 127, out, err: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, out, err }))
    child.stdin.on('error', () => undefined)
    child.stdin.end(options.input ?? '')
  })
}

/** The same, and an end with another code than 0 throws what it said. */
export async function must(command: readonly string[], options: Parameters<typeof run>[1] = {}): Promise<string> {
  const said = await run(command, options)
  if (said.code !== 0) throw new Error(`${command.join(' ')} ended with ${said.code}\n${said.out.slice(-2_000)}${said.err.slice(-4_000)}`)
  return said.out.trim()
}

/** Whether a program is on this machine. */
export const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
