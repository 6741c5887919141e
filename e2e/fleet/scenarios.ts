import type { Fortune } from '#sync/transport/scripted.ts'
import { must } from '#shared/kernel/assert.ts'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { roughFortune } from '../simulators/broken-wire.ts'
import type { Fleet } from './fleet.ts'

/** Something that happens to a fleet while its devices write. What stands wrong afterwards says the judge. */
export interface Scenario {
  readonly name: string
  /** What it proves beside: sentences of what was not as it should be. */
  run(fleet: Fleet): Promise<readonly string[] | void>
}

const first = (fleet: Fleet) => must(fleet.servers[0], 'a fleet has servers')
const ready = async (url: string): Promise<{ status: number; reason?: string }> => {
  const reply = await fetch(`${url}/readyz`)
  return { status: reply.status, reason: (await reply.json()).reason }
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'one server is killed (SIGKILL), and comes back',
    run: async (fleet) => {
      await first(fleet).kill()
      await fleet.busy(60)
      await first(fleet).start()
      await fleet.busy(40)
    },
  },
  {
    name: 'each server is killed at a random moment, one after the other',
    run: async (fleet) => {
      for (const server of fleet.servers) {
        await wait(Math.random() * 400)
        await server.kill()
        await fleet.busy(15)
        await server.start()
      }
    },
  },
  {
    name: 'a fourth server is added, and taken away in order (SIGTERM)',
    run: async (fleet) => {
      const fourth = await fleet.addServer()
      await fleet.reaim()
      await fleet.busy(60)
      await fourth.stop()
      await fleet.busy(40)
      fleet.servers.splice(fleet.servers.indexOf(fourth), 1)
      await fleet.reaim()
    },
  },
  {
    name: 'each server is restarted in order (SIGTERM), one after the other',
    run: async (fleet) => {
      for (const server of fleet.servers) {
        await server.stop()
        await fleet.busy(15)
        await server.start()
        await fleet.busy(15)
      }
    },
  },
  {
    name: 'PostgreSQL is restarted in order',
    run: async (fleet) => {
      await fleet.postgres.restart('in order')
      await fleet.busy(40)
    },
  },
  {
    name: 'PostgreSQL crashes and recovers',
    run: async (fleet) => {
      await fleet.postgres.restart('crashed')
      await fleet.busy(40)
    },
  },
  {
    name: 'every backend is killed (pg_terminate_backend), five times',
    run: async (fleet) => {
      for (let round = 0; round < 5; round += 1) {
        await fleet.ask((client) =>
          client.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          ),
        )
        await fleet.busy(15)
      }
    },
  },
  {
    name: 'somebody locks the rows of all scopes for 4 s',
    run: async (fleet) => {
      await fleet.ask(async (client) => {
        await client.query('begin; lock table sync_scope in access exclusive mode')
        await wait(4_000)
        await client.query('rollback')
      })
      await fleet.busy(30)
    },
  },
  {
    name: 'the proxy drops every connection, eight times',
    run: async (fleet) => {
      for (let round = 0; round < 8; round += 1) {
        fleet.line.drop()
        await fleet.busy(8)
      }
    },
  },
  {
    name: 'one server stands still (SIGSTOP) until the proxy answers 504 in its place',
    run: async (fleet) => {
      const server = first(fleet)
      const before = fleet.devices.reduce((sum, { heard }) => sum + heard.refused + heard.cut, 0)
      server.hold(true)
      await wait(6_000)
      server.hold(false)
      const told = fleet.devices.reduce((sum, { heard }) => sum + heard.refused + heard.cut, 0) - before
      await fleet.busy(30)
      return told === 0 && fleet.front.kind === 'nginx' ? ['nobody met the server that stood still'] : []
    },
  },
  {
    name: 'no server at all for 3 s: the proxy answers 502 as HTML',
    run: async (fleet) => {
      await Promise.all(fleet.servers.map((server) => server.kill()))
      await wait(3_000)
      await Promise.all(fleet.servers.map((server) => server.start()))
      await fleet.busy(30)
    },
  },
  {
    name: 'a proxy that nobody set up: event streams are held back, names are its own',
    run: async (fleet) => {
      const { bareUrl } = fleet.front
      if (bareUrl === undefined) return []
      const device = await fleet.addDevice(bareUrl)
      await fleet.busy(40)
      if (!(await device.settle(Date.now() + 15_000))) return [`behind it a device is ${JSON.stringify(device.engine.status)}`]
      fleet.remove(device)
      return []
    },
  },
  {
    name: 'a slow line: everything comes 700 ms late each way, and stands still for 3 s',
    run: async (fleet) => {
      fleet.line.lag(700)
      await fleet.busy(30)
      fleet.line.freeze()
      await wait(3_000)
      fleet.line.mend()
      await fleet.busy(20)
    },
  },
  {
    name: 'a line that loses replies, repeats, delays and reorders requests, each at another server',
    run: async (fleet) => {
      for (const device of fleet.devices) device.fortune = rough
      try {
        await fleet.busy(200)
      } finally {
        for (const device of fleet.devices) device.fortune = () => 'deliver'
      }
    },
  },
  {
    name: 'devices that begin anew in pages of 40 rows while the others write',
    run: async (fleet) => {
      const fresh = []
      for (let at = 0; at < 3; at += 1) {
        const device = await fleet.addDevice(fleet.line.url.replace(/\/$/, ''))
        device.pageRows = 40
        fresh.push(device)
      }
      await fleet.busy(80)
      const sent = await Promise.all(fresh.map((device) => device.settle(Date.now() + 20_000)))
      return sent.includes(false) ? ['a device that began anew did not come to an end'] : []
    },
  },
  ...[180_000, -180_000].map((offMs) => ({
    name: `a server whose clock is ${offMs > 0 ? 'ahead' : 'behind'} by 3 min`,
    run: async (fleet: Fleet): Promise<readonly string[]> => {
      const skewed = await fleet.addServer({
        env: { NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-off.ts')}`, CLOCK_OFF_MS: String(offMs) },
      })
      await fleet.reaim()
      await fleet.busy(80)
      const wrong: string[] = []
      await fleet.ask(async (client) => {
        const { rows } = await client.query<{ far: string }>(
          `select max(abs(extract(epoch from (m.received_at::timestamptz - now())))) as far from (
             select received_at from sync_mutation where name = 'answer.set' and mid not like 'demo-%' order by received_at desc limit 20) m`,
        )
        if (Number(rows[0]?.far) > 60)
          wrong.push(`the newest entries of the ledger are ${rows[0]?.far ?? ''} s away from PostgreSQL's time`)
      })
      await skewed.stop()
      fleet.servers.splice(fleet.servers.indexOf(skewed), 1)
      await fleet.reaim()
      return wrong
    },
  })),
  {
    name: 'a server whose log has no room left (ENOSPC at every line)',
    run: async (fleet) => {
      const full = openSync('/dev/full', 'w')
      const server = await fleet.addServer({ stdout: full, env: { LOG: 'on' } })
      closeSync(full)
      await fleet.reaim()
      await fleet.busy(60)
      const { status } = await ready(server.url)
      await server.stop()
      fleet.servers.splice(fleet.servers.indexOf(server), 1)
      await fleet.reaim()
      return status === 200 ? [] : [`it is not ready: ${status}`]
    },
  },
  {
    name: 'last night’s copy of the database is put back under all servers',
    run: async (fleet) => {
      const name = new URL(fleet.databaseUrl).pathname.slice(1)
      const admin = `${fleet.postgres.url}postgres`
      const copied = async (from: string, to: string): Promise<void> => {
        await fleet.ask((client) => client.query(`create database ${to} template ${from}`), admin)
      }
      await Promise.all(fleet.servers.map((server) => server.stop()))
      await copied(name, `${name}_copy`)
      await Promise.all(fleet.servers.map((server) => server.start()))
      await fleet.busy(60)
      await Promise.all(fleet.servers.map((server) => server.stop()))
      await fleet.ask((client) => client.query(`drop database ${name}`), admin)
      await copied(`${name}_copy`, name)
      await Promise.all(fleet.servers.map((server) => server.start()))
      await fleet.busy(60)
    },
  },
]

const rough = (path: string): Fortune => (path === '/sync/events' ? 'deliver' : roughFortune(Math.random()))
