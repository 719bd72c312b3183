import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './project.mjs'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Instructions in order, each on one line, without comments. */
const instructions = read('Dockerfile')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', ...words] = line.split(' ')
    return { name, words }
  })
const lastStage = instructions.findLastIndex(({ name }) => name === 'FROM')
const image = instructions.slice(lastStage)
const wordsOf = (name: string) =>
  image.filter((each) => each.name === name).flatMap(({ words }) => words)
const settings = Object.fromEntries(wordsOf('ENV').map((word) => word.split('=')))
const docs = read('docs/docker.md')

describe('the Dockerfile', () => {
  it('copies only files of the checkout or of the previous stage', () => {
    const copies = instructions
      .filter(({ name }) => name === 'COPY')
      .map(({ words }) => ({
        fromStage: words.includes('--from=build'),
        sources: words.filter((word) => !word.startsWith('--')).slice(0, -1),
      }))
    const ofCheckout = copies.filter(({ fromStage }) => !fromStage).flatMap((copy) => copy.sources)
    const ofStage = copies.filter(({ fromStage }) => fromStage).flatMap((copy) => copy.sources)
    expect(ofCheckout).toContain('package-lock.json')
    expect(ofCheckout.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])

    const commands = instructions
      .slice(0, lastStage)
      .filter(({ name }) => name === 'RUN')
      .map(({ words }) => words.join(' '))
    expect(commands).toContain('npm run release -- --out /release')
    expect(commands).toContain('mkdir --parents /data/backups')
    expect(ofStage).toEqual(['/release', '/data'])
  })

  it('starts the server of the release without a shell', () => {
    const [node, ...args]: string[] = JSON.parse(wordsOf('CMD').join(' '))
    expect(node).toBe('node')
    const program = args.find((arg) => !arg.startsWith('--')) ?? ''
    const bundle = read('app/server/vite.config.ts').match(/input: \{([^}]+)\}/)?.[1] ?? ''
    const programs = [...bundle.matchAll(/^ *'?([\w-]+)'?:/gm)].map(
      ([, name]) => `dist/server/${name}.js`,
    )
    expect(programs).toContain(program)
    expect(docs).toContain('docker compose exec app node dist/server/admin.js')
    expect(wordsOf('ENTRYPOINT')).toEqual(['[]'])
  })

  it('does not run as root, and owns the folder of its volume', () => {
    expect(wordsOf('USER')).toEqual(['1000:1000'])
    expect(wordsOf('COPY').join(' ')).toContain('--chown=1000:1000 /data /data')
  })

  it('listens on the port and writes to the volume that docs/docker.md names', () => {
    expect(wordsOf('EXPOSE')).toEqual([settings.PORT])
    expect(docs).toContain(`--publish 127.0.0.1:${settings.PORT}:${settings.PORT}`)
    expect(docs).toContain(`--volume letterlend:${settings.DATA_DIR}`)
    expect(docs).toContain(`a volume at \`${settings.BACKUP_DIR}\``)
  })
})
