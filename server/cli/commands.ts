/**
 * `node server/cli/commands.ts migrate | seed | create-admin <e-mail> <name> <surname> | reset-factor <e-mail> |
 * backup <folder> | restore <copy> | drill | move <postgres://…> | doctor [--json] | new-epoch | audit verify [<act>:<digest>] | audit acknowledge <act> <reason> |
 * files copy [<from>] | archive <form> <file.zip> | archive verify <file.zip> | open-base <form> <folder or file.zip>`,
 * with the settings of the environment. Each loads what it needs and no more: most of a short command was the loading of the others.
 */
const commands: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>> = {
  migrate: async () => (await import('./database-commands.ts')).migrate,
  seed: async () => (await import('./app-commands.ts')).seed,
  'create-admin': async () => (await import('./app-commands.ts')).createAdmin,
  'reset-factor': async () => (await import('./app-commands.ts')).resetFactor,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  drill: async () => (await import('./drill.ts')).drill,
  move: async () => (await import('./move.ts')).move,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'new-epoch': async () => (await import('./database-commands.ts')).newEpoch,
  audit: async () => (await import('./database-commands.ts')).audit,
  files: async () => (await import('./files.ts')).copyFiles,
  archive: async () => (await import('./archive.ts')).archive,
  'open-base': async () => (await import('./open-base.ts')).openBase,
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  if (!command) throw new Error(`usage: node server/cli/commands.ts ${Object.keys(commands).join(' | ')}`)
  await (
    await command()
  )(args)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

// A module: it awaits.
export {}
