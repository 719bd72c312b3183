import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './server-process.ts'

const run = promisify(execFile)

/** Whether images can be built here at all. */
export const hasBuildah = !spawnSync('buildah', ['--version'], { stdio: 'ignore' }).error

/** A store of images and containers of its own, on any disk, with what runs them here. */
export class Containers {
  private readonly env: NodeJS.ProcessEnv
  private runtime: string | null = null

  constructor(private readonly folder: string) {
    const configuration = join(folder, 'storage.conf')
    const places = `runroot = "${folder}/run"\ngraphroot = "${folder}/store"`
    writeFileSync(configuration, `[storage]\ndriver = "vfs"\n${places}\n`)
    this.env = { ...process.env, CONTAINERS_STORAGE_CONF: configuration }
  }

  /** @param node a program that goes into the image */
  async build(tag: string, node: string, release: string): Promise<void> {
    const args = ['--engine', 'buildah', '--tag', tag, '--node', node, '--release', release]
    await run(process.execPath, ['scripts/image.mjs', ...args], { cwd: ROOT, env: this.env })
  }

  /** In bytes, as it is told to whoever lists images. */
  async sizeOf(tag: string): Promise<number> {
    const { stdout } = await run('buildah', ['images', '--json', tag], { env: this.env })
    const [{ size }] = JSON.parse(stdout)
    const [, number, unit] = /^([\d.]+) (\wB|B)$/.exec(size) ?? []
    return Number(number) * ({ GB: 1e9, MB: 1e6, KB: 1e3, kB: 1e3 }[unit ?? ''] ?? 1)
  }

  /** Why nothing can be run here; null where it can. */
  async whyNot(tag: string): Promise<string | null> {
    let reason = 'podman is missing'
    for (const runtime of ['crun', 'runc']) {
      this.runtime = runtime
      try {
        await this.podman('run', '--rm', ...this.limits, tag, 'node', '--version')
        return null
      } catch (error) {
        const said = error instanceof Error && 'stderr' in error ? error.stderr : error
        // What was never started says nothing.
        if (said) reason = String(said)
      }
    }
    return reason.trim().split('\n').at(-1) ?? ''
  }

  /** What docs/docker.md asks for, and what a machine without systemd, or within another one, needs. */
  get limits(): string[] {
    const asked = [
      '--read-only',
      '--tmpfs=/tmp',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
    ]
    const here = ['--network=host', '--ulimit=nofile=1024:1024', '--ulimit=nproc=4096:4096']
    return [...asked, ...here, '--health-interval=disable']
  }

  /** All that was made: what belongs to users within containers is theirs alone, unless root made it. */
  async remove(): Promise<void> {
    if (process.getuid?.() === 0) return
    const places = [join(this.folder, 'store'), join(this.folder, 'run')]
    await run('buildah', ['unshare', 'rm', '-rf', ...places], { env: this.env }).catch(() => {})
  }

  async podman(...args: string[]): Promise<string> {
    const options = ['--cgroup-manager', 'cgroupfs', '--runtime', this.runtime ?? 'runc']
    const { stdout } = await run('podman', [...options, ...args], { env: this.env })
    return stdout.trim()
  }
}
