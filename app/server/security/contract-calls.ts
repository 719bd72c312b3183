import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#platform/server/paths.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'

const FEATURES = join(ROOT, 'features')

export async function contractCalls(): Promise<{ table: string; call: Endpoint }[]> {
  const files = (await readdir(FEATURES, { recursive: true })).filter((file) =>
    /[\\/]contract[\w.-]*(?<!\.test)\.ts$/.test(file),
  )
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ join(FEATURES, file))),
  )
  return modules.flatMap((each) =>
    Object.entries(each)
      .filter(([name]) => name.endsWith('Api'))
      .flatMap(([table, calls]) =>
        Object.values(calls as Record<string, Endpoint>).map((call) => ({ table, call })),
      ),
  )
}
