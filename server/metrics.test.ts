import { expect, test } from 'vitest'
import { wire } from './testing/app.ts'
import { onEachDatabase } from './testing/databases.ts'

onEachDatabase((start, kind) => {
  test('the figures tell requests by route, what became of pushes, and what waits, in the text that Prometheus reads', async () => {
    const server = await start()
    await server.push(await server.token('ana'), 'dev-1', [
      wire(1, 'answer.set', { unit: 'q1', value: 'x' }),
      wire(2, 'answer.set', { unit: 'no-such', value: 'x' }),
    ])
    await server.call('GET', 'nothing-at-all')
    const reply = await server.app.fetch(new Request('http://localhost/metrics'), { address: '127.0.0.1' })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const text = await reply.text()
    const lines = text.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'iip_ready 1',
        'iip_requests_total{route="sync.push",status="2xx"} 1',
        'iip_requests_total{route="unknown",status="4xx"} 1',
        'iip_request_seconds_bucket{route="sync.push",le="+Inf"} 1',
        'iip_request_seconds_count{route="sync.push"} 1',
        'iip_mutations_total{disposition="applied"} 1',
        'iip_mutations_total{disposition="refused"} 1',
        'iip_letters{state="waiting"} 0',
        'iip_log_dropped_total 0',
        'iip_event_streams 0',
      ]),
    )
    for (const name of ['iip_disk_free_bytes', 'iip_event_loop_delay_seconds{quantile="0.99"}', 'process_resident_memory_bytes']) {
      expect(lines.some((line) => line.startsWith(`${name} `))).toBe(true)
    }
    expect(lines.some((line) => line.startsWith('iip_wal_bytes '))).toBe(kind === 'sqlite')
    wellFormed(lines)
    expect(text).not.toMatch(/norte|ana|q1/)
  })

  test('the figures are read from this machine, or with the token, and by nobody else', async () => {
    const open = await start()
    const statusAt = async (server: typeof open, address: string, headers: Record<string, string> = {}): Promise<number> =>
      (await server.app.fetch(new Request('http://localhost/metrics', { headers }), { address })).status
    expect(await statusAt(open, '127.0.0.1')).toBe(200)
    expect(await statusAt(open, '::ffff:127.0.0.1')).toBe(200)
    expect(await statusAt(open, '10.0.0.7')).toBe(404)
    expect(await statusAt(open, '')).toBe(404)
    expect(await statusAt(open, '127.0.0.1', { 'X-Forwarded-For': '10.0.0.7' })).toBe(404)
    // Behind a proxy that tells nothing everybody seems to be on this machine.
    expect(await statusAt(await start({ publicUrl: 'https://indice.example' }), '127.0.0.1')).toBe(404)
    const guarded = await start({ metricsToken: 'a-token-of-the-test' })
    expect(await statusAt(guarded, '127.0.0.1')).toBe(404)
    expect(await statusAt(guarded, '10.0.0.7', { Authorization: 'Bearer a-token-of-the-tesT' })).toBe(404)
    expect(await statusAt(guarded, '10.0.0.7', { Authorization: 'Bearer a-token-of-the-test' })).toBe(200)
  })
})

/** The rules of the format: each family is told once, before its samples, counters end in _total, and every value is a number. */
function wellFormed(lines: readonly string[]): void {
  const types = new Map<string, string>()
  for (const line of lines.filter((each) => each !== '')) {
    const [, told, kind] = line.match(/^# TYPE (\w+) (counter|gauge|histogram)$/) ?? []
    if (told !== undefined && kind !== undefined) {
      expect(types.has(told), told).toBe(false)
      types.set(told, kind)
      if (kind === 'counter') expect(told).toMatch(/_total$/)
    } else if (!line.startsWith('# HELP ')) {
      const [, name = '', value] = line.match(/^(\w+)(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)+\})? (\S+)$/) ?? []
      expect(types.has(name) || types.has(name.replace(/_(?:bucket|sum|count)$/, '')), line).toBe(true)
      expect(Number.isFinite(Number(value)), line).toBe(true)
    }
  }
}
