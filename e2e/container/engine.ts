/** What builds an image and runs it. */
export interface Engine {
  readonly name: string
  /** Why it cannot be used here; undefined when it can. */
  missing(): Promise<string | undefined>
  /** Builds the image of this checkout. */
  build(): Promise<Image>
  /** Removes what it made. */
  tidy(): Promise<void>
}

/** What an image says of itself. */
export interface ImageConfig {
  readonly user: string
  readonly env: readonly string[]
  /** Entrypoint and command together. */
  readonly command: readonly string[]
  readonly workDir: string
  /** As it is called in the container; empty where the image has none. */
  readonly healthcheck: readonly string[]
}

export interface Image {
  readonly config: ImageConfig
  readonly megabytes: number
  /** Starts it read-only, without a capability, with one writable folder for its data and one for what passes. */
  start(env: Readonly<Record<string, string>>, port: number): Promise<Container>
}

export interface Container {
  /** Runs a command in it, as its user. */
  exec(command: readonly string[]): Promise<{ readonly code: number; readonly said: string }>
  /** Asks it to end, and resolves to its exit code once it has. */
  stop(): Promise<number>
  said(): Promise<string>
}

/** What a server in a container is asked for by everybody, for a trial with the demonstration. */
export const trialEnv = (port: number): Readonly<Record<string, string>> => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  SEED: 'demo',
  ALLOW_DEMO_ACCOUNTS_ON_NETWORK: 'yes',
})
