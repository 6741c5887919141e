import { exhaust, type Options, type Report } from './small-world.ts'
import { SmallServer } from './small-server.ts'

/** Goes through a world beside a server of its own, and prints how much that was. */
export async function reportOn({
  name,
  sent = false,
  ...options
}: Options & { readonly name: string; readonly sent?: boolean }): Promise<Report> {
  const server = await SmallServer.begun([...new Set(options.scripts.map(({ personId }) => personId))], { sent })
  const startedMs = performance.now()
  try {
    const report = await exhaust(server, options)
    const { histories, states, depth, judged, requests, steps } = report
    console.log(
      [
        `${name}: ${histories} histories of up to ${depth} events`,
        `${states} states, ${judged} ends healed and judged`,
        `${requests} requests to the server, ${steps} steps of devices`,
        `${Math.round(performance.now() - startedMs)} ms`,
      ].join('; '),
    )
    return report
  } finally {
    server.end()
  }
}
