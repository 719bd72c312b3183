import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'watching')
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER })
  return status === 0 ? 'ok' : `${stdout}${stderr}`
}

const dashboardSchema = z.object({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.int(),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string().min(3),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
})

/** Words of PromQL itself; `up` is Prometheus's own metric. */
const LANGUAGE =
  /^(up|sum|rate|increase|max|topk|by|or|le|histogram_quantile|max_over_time|job|instance|status|route|queue|state|outcome|use|reason)$/

/** The metrics in a query, without labels and their values. */
function metricsIn(query: string): string[] {
  const bare = query.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
  return (bare.match(/[a-z_][\w:]*/gi) ?? []).filter((word) => !LANGUAGE.test(word))
}

let test: TestApp
let names: Set<string>
beforeAll(async () => {
  test = await createTestApp()
  const { body } = await test.app.inject('/metrics')
  const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  names = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : name,
    ),
  )
  // These only exist with PostgreSQL: http/metrics.test.ts.
  for (const name of ['connections', 'waiting_calls']) names.add(`letterlend_database_${name}`)
  // Added by the library at the first garbage collection.
  names.add('nodejs_gc_duration_seconds_sum')
  if (test.deps.loadLimits === null) names.add('http_calls_shed_total')
})
afterAll(() => test.close())

const missingIn = (queries: string[]) =>
  queries.flatMap(metricsIn).filter((name) => !names.has(name))

describe('the dashboard', () => {
  const dashboard = dashboardSchema.parse(JSON.parse(read('letterlend.grafana.json')))

  it('queries only metrics that exist', () => {
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(queries.length).toBeGreaterThan(18)
    expect(missingIn(queries)).toEqual([])
    expect(missingIn(['sum(letterlend_nothing_total{a="b"})'])).toEqual([
      'letterlend_nothing_total',
    ])
  })

  it('has panels that do not overlap', () => {
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(places.length)
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })
})

describe('the alert rules', () => {
  it('query only metrics that exist', () => {
    const queries = [...read('alerts.yaml').matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*))/g)]
    expect(queries.length).toBeGreaterThan(4)
    expect(missingIn(queries.map(([, block, line]) => block ?? line ?? ''))).toEqual([])
  })

  it.skipIf(!hasPromtool)('are valid and fire as tested (promtool)', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toBe('ok')
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toBe('ok')
  })
})
